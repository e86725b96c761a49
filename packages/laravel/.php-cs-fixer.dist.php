<?php

/**
 * What `pint --preset laravel` checks, as far as PHP-CS-Fixer without Pint can: tests/style.sh runs this, because Pint is on Packagist only.
 */

use PhpCsFixer\Config;
use PhpCsFixer\Finder;

return (new Config())
    ->setUsingCache(false)
    ->setUnsupportedPhpVersionAllowed(true)
    ->setFinder(Finder::create()->in(__DIR__ . '/src'))
    ->setRules([
        '@PER-CS2.0' => true,
        // Where Laravel differs from PER-CS.
        'function_declaration' => ['closure_fn_spacing' => 'one'],
        'method_argument_space' => ['attribute_placement' => 'ignore', 'on_multiline' => 'ignore'],
        'concat_space' => ['spacing' => 'none'],
        'new_with_parentheses' => ['named_class' => false, 'anonymous_class' => false],
        'not_operator_with_successor_space' => true,
        'operator_linebreak' => false,
        'trailing_comma_in_multiline' => ['elements' => ['arguments', 'array_destructuring', 'arrays', 'match', 'parameters']],
        // What PER-CS leaves open.
        'blank_line_before_statement' => ['statements' => ['continue', 'return']],
        'class_attributes_separation' => ['elements' => ['const' => 'one', 'method' => 'one', 'property' => 'one']],
        'fully_qualified_strict_types' => ['import_symbols' => false],
        'lambda_not_used_import' => true,
        'no_empty_phpdoc' => true,
        'no_extra_blank_lines' => true,
        'no_superfluous_phpdoc_tags' => ['allow_mixed' => true, 'allow_unused_params' => true],
        'no_unused_imports' => true,
        'no_useless_return' => true,
        'ordered_imports' => ['sort_algorithm' => 'alpha', 'imports_order' => ['const', 'class', 'function']],
        'phpdoc_align' => ['align' => 'left', 'spacing' => ['param' => 2]],
        'phpdoc_scalar' => true,
        'phpdoc_separation' => ['groups' => [['deprecated', 'link', 'see', 'since'], ['param', 'return']]],
        'phpdoc_trim' => true,
        'single_quote' => true,
        'yoda_style' => ['always_move_variable' => false, 'equal' => false, 'identical' => false, 'less_and_greater' => false],
    ]);
