--TEST--
Both checkers of the campaign find nothing in the history of a sound lock, and the broken promises in that of each broken one
--FILE--
<?php
require __DIR__ . '/../../campaign/judge.php';
foreach (glob(__DIR__ . '/../../campaign/histories/*.jsonl') as $path) {
    $found = judge($path);
    echo basename($path, '.jsonl'), "\n";
    foreach (['intervals', 'histories'] as $checker) {
        echo "  $checker, {$found[$checker]['acquisitions']} acquisitions: ", implode('; ', array_keys($found[$checker]['broken'])) ?: 'nothing', "\n";
    }
}
?>
--EXPECT--
CountsFromReply
  intervals, 4 acquisitions: one holder at a time; the server keeps the key as long as its holder believes
  histories, 4 acquisitions: there is room for each acquisition, and its fencing token is greater
CountsWithoutLeases
  intervals, 0 acquisitions: each lock can be had in the end; each key expires
  histories, 0 acquisitions: nothing
DeletesAnyHolder
  intervals, 9 acquisitions: refresh() is true while the lease lasts; one holder at a time
  histories, 9 acquisitions: there is room for each acquisition, and its fencing token is greater; no claim vanishes before its lease ends; release() is true for a present claim only
DrawsFenceLater
  intervals, 9 acquisitions: fencing tokens increase
  histories, 12 acquisitions: nothing
KeepsSeat
  intervals, 0 acquisitions: no process waits in vain
  histories, 0 acquisitions: nothing
LooksThenTakes
  intervals, 4 acquisitions: one holder at a time
  histories, 7 acquisitions: there is room for each acquisition, and its fencing token is greater
RecreatesKey
  intervals, 4 acquisitions: one holder at a time
  histories, 4 acquisitions: there is room for each acquisition, and its fencing token is greater
ReplacesToken
  intervals, 5 acquisitions: a lost reply leaves no lock behind
  histories, 5 acquisitions: nothing
ReusesToken
  intervals, 5 acquisitions: refresh() is true while the lease lasts
  histories, 5 acquisitions: no claim vanishes before its lease ends; refresh() and isOwned() are true for a present claim only; release() is true for a present claim only
TwoOfFive
  intervals, 8 acquisitions: one holder at a time
  histories, 8 acquisitions: there is room for each acquisition, and its fencing token is greater
sound-cluster
  intervals, 13 acquisitions: nothing
  histories, 13 acquisitions: nothing
sound-quorum-5
  intervals, 2 acquisitions: nothing
  histories, 2 acquisitions: nothing
sound-tcp
  intervals, 62 acquisitions: nothing
  histories, 62 acquisitions: nothing
