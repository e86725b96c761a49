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
  intervals, 10 acquisitions: release() is true while the lease lasts
  histories, 10 acquisitions: there is room for each acquisition, and its fencing token is greater
DeletesAnyHolder
  intervals, 14 acquisitions: refresh() is true while the lease lasts; release() is true while the lease lasts; one holder at a time
  histories, 15 acquisitions: there is room for each acquisition, and its fencing token is greater; release() is true for a present claim only; refresh() and isOwned() are true for a present claim only; no claim vanishes before its lease ends
RecreatesKey
  intervals, 15 acquisitions: refresh() is true while the lease lasts; one holder at a time
  histories, 15 acquisitions: there is room for each acquisition, and its fencing token is greater
sound-tcp
  intervals, 55 acquisitions: nothing
  histories, 56 acquisitions: nothing
