<?php

declare(strict_types=1);

/**
 * Returns the rules that docs/operations.md has for these uses, without "ACL SETUSER app". A use is
 * the beginning of the line before a block.
 *
 * @return list<string>
 */
function acl_rules(string ...$uses): array
{
    $page = file_get_contents(__DIR__ . '/../../docs/operations.md');
    preg_match_all('/^(.+)\n```\nACL SETUSER app (.+)\n```$/m', $page, $blocks, PREG_SET_ORDER);
    $rules = array_map(function (string $use) use ($blocks): string {
        $found = array_values(array_filter($blocks, fn(array $block) => str_starts_with($block[1], $use)));
        count($found) === 1 || throw new RuntimeException("docs/operations.md has " . count($found) . " blocks for \"$use\"");
        return $found[0][2];
    }, $uses);

    return explode(' ', implode(' ', $rules));
}

/** The commands of these rules, as INFO commandstats names them. @return list<string> */
function acl_commands(string ...$uses): array
{
    return array_map(fn(string $rule) => substr($rule, 1), array_values(preg_grep('/^\+/', acl_rules(...$uses))));
}
