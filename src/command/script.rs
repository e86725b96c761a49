//! The scripts that compare the token and act in one step on the server, one `.lua` file an operation.

use std::{sync::LazyLock, time::Duration};

use redis::{Cmd, Script, Value};

use crate::{
    lock::acquire::attempt::milliseconds,
    server::{
        error::Fault,
        request::{Step, Way},
    },
};

macro_rules! script {
    ($name:ident, $($file:literal),+) => {
        pub static $name: LazyLock<Text> = LazyLock::new(|| {
            Text::new(concat!($(include_str!(concat!("scripts/", $file))),+))
        });
    };
}

script!(CLAIM, "holder.lua", "claim.lua");
script!(FENCED, "holder.lua", "draw.lua", "fenced.lua");
script!(RELEASE, "holder.lua", "release.lua");
script!(RELEASE_AND_LOOK, "holder.lua", "look.lua");
script!(REFRESH, "holder.lua", "refresh.lua");
script!(RENEW, "holder.lua", "renew.lua");
script!(OWNED, "holder.lua", "owned.lua");
script!(WAIT, "draw.lua", "signal.lua", "wait.lua");
script!(RAISE, "holder.lua", "raise.lua");
script!(PASS, "signal.lua", "pass.lua");

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

    /// EVALSHA, and EVAL where the server does not know the script (after a restart, a failover, SCRIPT FLUSH).
    pub fn send(&self, mut send: impl FnMut(bool) -> Result<Value, Fault>) -> Result<Value, Fault> {
        match Way::Usual.step(send(false)) {
            Step::Done(answer) => answer,
            Step::Again(_) => send(true),
        }
    }

    /// The command that runs the script: EVALSHA, or EVAL, which the server learns it from.
    pub fn command(&self, by_text: bool, keys: &[&[u8]], token: &[u8], times: &[Duration]) -> Cmd {
        let (name, script) = match by_text {
            true => ("EVAL", self.lua),
            false => ("EVALSHA", self.script.get_hash()),
        };
        let size = 64 + script.len() + keys.iter().map(|key| key.len()).sum::<usize>();
        let mut command = Cmd::with_capacity(8, size);
        command.arg(name).arg(script).arg(keys.len());
        for key in keys {
            command.arg(key);
        }
        command.arg(token);
        for time in times {
            command.arg(milliseconds(*time));
        }
        command
    }
}
