//! The class `RedisSemaphore`, as stubs/redislock.php declares it. The methods that `RedisLock`
//! has, too, are in `methods`.

use ext_php_rs::{
    builders::{ClassBuilder, FunctionBuilder},
    error::{Error, Result},
    flags::DataType,
    types::{ZendHashTable, Zval},
    zend::ExecuteData,
};

use crate::claim::token::Token;
use crate::command::lock_kind::LockKind;
use crate::php::class::{define, finish, keep, method};
use crate::php::handler::method as run;
use crate::php::object::{SEMAPHORE as CLASS, class, this};
use crate::php::options::{RESTORE_SEMAPHORE, RawArguments, SEMAPHORE};
use crate::php::{arguments::parse, holder, methods};

const SEMAPHORE_CLASS: &str = "RedisSemaphore";
/// The number of holders that getHolders() lists at most.
const MOST_SHOWN: u32 = 1_000;

fn instance_methods() -> [FunctionBuilder<'static>; 4] {
    [
        method("getKey", methods::get_key, DataType::String),
        method("forceRelease", force_release, DataType::Long),
        method("getHolders", get_holders, DataType::Array),
        method("getFree", get_free, DataType::Long),
    ]
}

pub fn register() -> Result<()> {
    define(
        ClassBuilder::new(SEMAPHORE_CLASS).registration(|entry, tables| keep(CLASS, entry, tables)),
        SEMAPHORE.declare(FunctionBuilder::constructor(construct)),
        instance_methods(),
        [RESTORE_SEMAPHORE.declare(method(
            "restore",
            restore,
            DataType::object(SEMAPHORE_CLASS),
        ))],
    )?;
    // SAFETY: just registered, and nothing runs yet that could use it.
    let entry = unsafe { class(CLASS).as_mut() }.ok_or(Error::InvalidPointer)?;
    finish(entry, &SEMAPHORE, &RESTORE_SEMAPHORE)
}

extern "C" fn construct(call: &mut ExecuteData, _: &mut Zval) {
    run(|| RawArguments::read(call, &SEMAPHORE)?.initialize(call));
}

extern "C" fn restore(call: &mut ExecuteData, result: &mut Zval) {
    run(|| RawArguments::read(call, &RESTORE_SEMAPHORE)?.restore(class(CLASS), result));
}

methods::operations! {
    force_release("delete"): |lock, result| result.set_long(lock.one_mut().end_all()?.cast_signed());
}

extern "C" fn get_holders(call: &mut ExecuteData, result: &mut Zval) {
    run(|| {
        parse!(call, c"")?;
        let (sharers, token) = methods::operate(call, "check", |lock| {
            let sharers = lock.one_mut().sharers(MOST_SHOWN)?;
            Ok((sharers, lock.token().cloned()))
        })?;
        let token = token.as_ref().map(Token::as_bytes);
        let mut list = ZendHashTable::new();
        for holder in &sharers.holders {
            let mut shown = Zval::new();
            holder::answer(Some(holder), token, &mut shown)?;
            let _ = list.push(shown);
        }
        result.set_hashtable(list);
        Ok(())
    });
}

extern "C" fn get_free(call: &mut ExecuteData, result: &mut Zval) {
    run(|| {
        parse!(call, c"")?;
        let taken = methods::operate(call, "check", |lock| Ok(lock.one_mut().sharers(0)?.permits))?;
        let permits = match this(call)?.with(|lock| lock.kind())? {
            LockKind::Semaphore { permits, .. } => u64::from(permits),
            _ => 0,
        };
        result.set_long(permits.saturating_sub(taken).cast_signed());
        Ok(())
    });
}
