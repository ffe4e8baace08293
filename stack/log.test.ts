import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('the log has one line per event, as text or JSON', () => {
  const lines: string[] = []
  const fields = { path: '/x', message: 'two\n lines', error: new Error('broken'), none: undefined }
  createLog('text', (line) => lines.push(line)).warn('thing.failed', fields)
  createLog('json', (line) => lines.push(line)).error('thing.failed', fields)
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}thing\.failed path=\/x message="two lines" error=broken$/)
  expect(JSON.parse(lines[1] ?? '')).toEqual({
    at: expect.any(String),
    level: 'error',
    event: 'thing.failed',
    path: '/x',
    message: 'two\n lines',
    error: 'broken'
  })
})
