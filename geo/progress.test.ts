import { describe, expect, it } from 'vitest'
import { showProgress } from './progress.ts'

/** The output while 102 MB are read within a minute and tiles are cut. */
function watch(isTTY: boolean): string[] {
  const written: string[] = []
  let clock = 0
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 }
  const { progress, end } = showProgress({ bytes: 102e6, stream, now: () => clock })
  for (let second = 0; second <= 60; second++) {
    clock = second * 1000
    progress('reading', second / 60)
  }
  clock += 10_000
  progress('map', 0.5)
  end()
  return written
}

describe('progress', () => {
  it('is a bar on a terminal, which is erased at the end', () => {
    const written = watch(true)
    expect(written).toHaveLength(63)
    expect(written[0]).toBe(`\r\u001b[KReading   ${'░'.repeat(30)} 0 % of 102 MB`)
    expect(written[30]).toBe(`\r\u001b[KReading   ${'█'.repeat(15)}${'░'.repeat(15)} 50 % of 102 MB`)
    expect(written[61]).toContain('Map tiles ███')
    expect(written.at(-1)).toBe('\r\u001b[K')
  })

  it('is an occasional line in a log', () => {
    expect(watch(false)).toEqual([
      'Reading: 16 % of 102 MB\n',
      'Reading: 33 % of 102 MB\n',
      'Reading: 50 % of 102 MB\n',
      'Reading: 66 % of 102 MB\n',
      'Reading: 83 % of 102 MB\n',
      'Reading: 100 % of 102 MB\n',
      'Map tiles: 50 %\n'
    ])
  })
})
