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

/// A flag of objects in Zend/zend_types.h, the same from PHP 7.3 on.
const IS_OBJ_DESTRUCTOR_CALLED: u32 = 1 << 8;

/// Returns whether PHP may be unwinding to the `catch` of another exception: an exception leaves a
/// caller, or PHP destroys a caller's object or generator. PHP does not show why it destroys them.
pub fn may_be_under_way() -> bool {
    // SAFETY: PHP's own structures, of this thread.
    unsafe {
        let mut next = (*ffi::ext_php_rs_executor_globals()).current_execute_data;
        while let Some(frame) = next.as_ref() {
            if is_destroyed(frame) || is_left(frame) {
                return true;
            }
            next = frame.prev_execute_data;
        }
        false
    }
}

/// Returns whether the running function is being left by an exception.
pub fn running_is_left() -> bool {
    // SAFETY: as above.
    unsafe {
        let frame = (*ffi::ext_php_rs_executor_globals()).current_execute_data;
        frame.as_ref().is_some_and(|frame| is_left(frame))
    }
}

unsafe fn is_left(frame: &ffi::zend_execute_data) -> bool {
    // SAFETY: a function of PHP code has an opline while it runs.
    unsafe {
        let Some(function) = frame.func.as_ref() else {
            return false;
        };
        u32::from(function.type_) != ffi::ZEND_INTERNAL_FUNCTION
            && (frame.opline.as_ref())
                .is_some_and(|opline| u32::from(opline.opcode) == ffi::ZEND_HANDLE_EXCEPTION)
    }
}

/// Returns whether the function is a method of an object, or a generator, that is being destroyed.
unsafe fn is_destroyed(frame: &ffi::zend_execute_data) -> bool {
    let is_destroyed = |object: *const ffi::zend_object| {
        // SAFETY: an object of the frame, or none.
        let flags = unsafe { object.as_ref().map(|object| object.gc.u.type_info) };
        flags.is_some_and(|flags| flags & IS_OBJ_DESTRUCTOR_CALLED != 0)
    };
    // SAFETY: `This` says whether it is an object; a generator's frame names its object.
    unsafe {
        let has_this = u32::from(frame.This.u1.v.type_) == ffi::IS_OBJECT;
        let is_generator = (frame.func.as_ref())
            .is_some_and(|function| function.common.fn_flags & ffi::ZEND_ACC_GENERATOR != 0);
        has_this && is_destroyed(frame.This.value.obj)
            || is_generator && is_destroyed(frame.return_value.cast())
    }
}

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
