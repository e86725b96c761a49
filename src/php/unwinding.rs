//! Prepares a PHP function for an exception at an interrupt check.
//!
//! PHP checks for interrupts before it runs an opcode, and cleans up as if that opcode had thrown.
//! Most opcodes leave nothing behind when they throw. For the others this module does what they do
//! before they throw, because PHP would otherwise free what it has not written yet. From PHP 8.4 on
//! the check after an internal call does not need this, because PHP makes that check within the
//! call. A check at a jump needs it in every version.

use std::{mem, ptr};

use ext_php_rs::{boxed::ZBox, ffi, types::Zval};

use crate::php::pending;

/// The opcode's number in Zend/zend_vm_opcodes.h, the same from PHP 7.0 on.
const ZEND_ROPE_INIT: u32 = 54;

/// Prepares the running function for being left by the pending exception.
pub fn prepare() {
    // SAFETY: PHP's own structures, read as PHP does it when an opcode throws.
    unsafe {
        let frame = (*ffi::ext_php_rs_executor_globals()).current_execute_data;
        if frame.is_null() || (*frame).func.is_null() {
            return;
        }
        if u32::from((*(*frame).func).type_) == ffi::ZEND_INTERNAL_FUNCTION {
            return; // PHP checks for an exception when the internal function returns
        }
        let mut opline = (*frame).opline;
        if u32::from((*opline).opcode) == ffi::ZEND_HANDLE_EXCEPTION {
            opline = (*ffi::ext_php_rs_executor_globals()).opline_before_exception;
        }
        let Some(opline) = opline.as_ref() else {
            return;
        };
        match u32::from(opline.opcode) {
            ffi::ZEND_SEND_VAL
            | ffi::ZEND_SEND_VAL_EX
            | ffi::ZEND_SEND_VAR
            | ffi::ZEND_SEND_VAR_EX
            | ffi::ZEND_SEND_VAR_NO_REF
            | ffi::ZEND_SEND_VAR_NO_REF_EX
            | ffi::ZEND_SEND_REF
            | ffi::ZEND_SEND_FUNC_ARG
            | ffi::ZEND_SEND_USER => send(frame, opline),
            ZEND_ROPE_INIT => {
                *variable(frame, opline.result).cast() = ffi::zend_empty_string;
            }
            ffi::ZEND_ROPE_ADD => {
                let parts: *mut *mut ffi::zend_string = variable(frame, opline.op1).cast();
                *parts.add(opline.extended_value as usize) = ffi::zend_empty_string;
            }
            ffi::ZEND_END_SILENCE => end_silence((*variable(frame, opline.op1)).value.lval),
            // At the end of `finally` PHP rethrows an exception from before it, but an interrupt
            // here would lose it.
            ffi::ZEND_FAST_RET => {
                let waiting = mem::replace(
                    &mut (*variable(frame, opline.op1)).value.obj,
                    ptr::null_mut(),
                );
                if let Some(waiting) = waiting.as_mut() {
                    pending::put_back(ZBox::from_raw(waiting));
                }
            }
            _ => {}
        }
    }
}

/// Puts a temporary value into the argument's place, or marks the place as empty. PHP frees all
/// arguments up to this one.
unsafe fn send(frame: *mut ffi::zend_execute_data, opline: &ffi::zend_op) {
    if u32::from(opline.op2_type) == ffi::IS_CONST {
        return; // PHP counts named arguments itself
    }
    // SAFETY: the call under way has room for its arguments.
    unsafe {
        let argument = variable((*frame).call, opline.result);
        if u32::from(opline.op1_type) & (ffi::IS_TMP_VAR | ffi::IS_VAR) != 0 {
            ptr::copy_nonoverlapping(variable(frame, opline.op1), argument, 1);
        } else {
            (*argument).u1.type_info = ffi::IS_UNDEF;
        }
    }
}

/// Ends an `@`, which has changed `error_reporting` for its expression.
unsafe fn end_silence(before: ffi::zend_long) {
    let is_fatal_only = |level: i32| level & !(ffi::E_FATAL_ERRORS as i32) == 0;
    // SAFETY: this thread's own.
    let level = unsafe { &mut (*ffi::ext_php_rs_executor_globals()).error_reporting };
    if is_fatal_only(*level) && !is_fatal_only(before as i32) {
        *level = before as i32;
    }
}

/// Returns the variable that an operand names.
unsafe fn variable(frame: *mut ffi::zend_execute_data, operand: ffi::znode_op) -> *mut Zval {
    // SAFETY: operands are offsets in bytes from the frame.
    unsafe { frame.byte_add(operand.var as usize).cast() }
}
