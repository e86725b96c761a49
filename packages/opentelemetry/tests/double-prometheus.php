<?php

declare(strict_types=1);

/** A double of what examples/prometheus calls of promphp/prometheus_client_php. It shows no buckets. */

namespace Prometheus {
    interface RegistryInterface
    {
    }

    final class CollectorRegistry implements RegistryInterface
    {
        /** @var list<Counter|Gauge|Histogram> */
        private array $collectors = [];

        public function __construct(Storage\InMemory $storage, bool $registerDefaultMetrics)
        {
        }

        public function getOrRegisterCounter(string $namespace, string $name, string $help, array $labels): Counter
        {
            return $this->collectors[] = new Counter("{$namespace}_$name", $labels);
        }

        public function getOrRegisterGauge(string $namespace, string $name, string $help): Gauge
        {
            return $this->collectors[] = new Gauge("{$namespace}_$name", []);
        }

        public function getOrRegisterHistogram(string $namespace, string $name, string $help, array $labels, array $buckets): Histogram
        {
            return $this->collectors[] = new Histogram("{$namespace}_{$name}_count", $labels);
        }

        public function getMetricFamilySamples(): array
        {
            return $this->collectors;
        }
    }

    abstract class Collector
    {
        public array $values = [];

        public function __construct(public readonly string $name, private readonly array $labels)
        {
        }

        protected function add(int $number, array $labels): void
        {
            $labels = array_map(fn(string $name, string $value): string => "$name=\"$value\"", $this->labels, $labels);
            $value = &$this->values[$labels ? '{' . implode(',', $labels) . '}' : ''];
            $value += $number;
        }
    }

    final class Counter extends Collector
    {
        public function inc(array $labels): void
        {
            $this->add(1, $labels);
        }
    }

    final class Gauge extends Collector
    {
        public function incBy(int $number): void
        {
            $this->add($number, []);
        }
    }

    final class Histogram extends Collector
    {
        public function observe(float $value, array $labels): void
        {
            $this->add(1, $labels);
        }
    }

    final class RenderTextFormat
    {
        /** @param list<Collector> $collectors */
        public function render(array $collectors): string
        {
            $lines = '';
            foreach ($collectors as $collector) {
                foreach ($collector->values as $labels => $value) {
                    $lines .= "$collector->name$labels $value\n";
                }
            }
            return $lines;
        }
    }
}

namespace Prometheus\Storage {
    final class InMemory
    {
    }
}
