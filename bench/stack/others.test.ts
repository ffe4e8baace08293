import { describe, expect, it } from 'vitest'
import { pick } from './others.ts'

const results = [{ metric: 'route p95, Liechtenstein, Deno', value: 0.5, unit: 'ms', goal: null }]

describe('figures of other benchmarks', () => {
  it('are read with the stack’s goal', () => {
    expect(pick('geo', results, [{ metric: 'route p95, Liechtenstein, Deno', goal: 4 }])).toEqual([
      { metric: 'geo: route p95, Liechtenstein, Deno', value: 0.5, unit: 'ms', goal: 4, atLeast: false }
    ])
  })

  it('miss their goal if the benchmark could not run', () => {
    expect(pick('geo', [], [{ metric: 'route p95', goal: 4 }])[0]?.value).toBeNaN()
  })

  it('end the run if the benchmark no longer has the metric', () => {
    expect(() => pick('geo', results, [{ metric: 'route p95, Deno', goal: 4 }])).toThrow(
      'measures no "route p95, Deno", but: route p95, Liechtenstein, Deno'
    )
  })
})
