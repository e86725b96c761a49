//! The scripts that compare the token and act in one step on the server, one `.lua` file an operation.

use std::{sync::LazyLock, time::Duration};

use redis::{Cmd, Script, ServerErrorKind, ToRedisArgs, Value};

use super::{Token, acquire::milliseconds};
use crate::server::{Fault, Server};

macro_rules! script {
    ($name:ident, $file:literal) => {
        pub static $name: LazyLock<Text> = LazyLock::new(|| {
            Text::new(concat!(
                include_str!("scripts/holder.lua"),
                include_str!($file)
            ))
        });
    };
}

script!(CLAIM, "scripts/claim.lua");
script!(RELEASE, "scripts/release.lua");
script!(REFRESH, "scripts/refresh.lua");
script!(OWNED, "scripts/owned.lua");

/// A script with its SHA-1.
pub struct Text {
    lua: &'static str,
    script: Script,
}

impl Text {
    fn new(lua: &'static str) -> Self {
        Text {
            lua,
            script: Script::new(lua),
        }
    }

    /// Runs the script: EVALSHA, and EVAL where the server does not know it (after a restart, a failover, SCRIPT FLUSH).
    pub fn run(
        &self,
        server: &mut impl Server,
        key: &[u8],
        token: &Token,
        ttl: Option<Duration>,
    ) -> Result<Value, Fault> {
        match server.ask(&command("EVALSHA", self.script.get_hash(), key, token, ttl)) {
            Err(Fault::Refused(error)) if error.kind() == ServerErrorKind::NoScript.into() => {
                server.ask(&command("EVAL", self.lua, key, token, ttl))
            }
            answer => answer,
        }
    }
}

fn command(name: &str, script: &str, key: &[u8], token: &Token, ttl: Option<Duration>) -> Cmd {
    let mut command = Cmd::with_capacity(6, 64 + script.len() + key.len());
    command.arg(name).arg(script).arg("1").arg(key).arg(token);
    if let Some(ttl) = ttl {
        command.arg(milliseconds(ttl));
    }
    command
}

impl ToRedisArgs for Token {
    fn write_redis_args<W: ?Sized + redis::RedisWrite>(&self, out: &mut W) {
        out.write_arg(self.as_bytes());
    }
}
