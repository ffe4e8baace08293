// The part of @std/assert that the tests use, on node:assert: JSR cannot be assumed reachable.
import assert from 'node:assert/strict'

export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  assert.deepEqual(actual, expected, message)
}

export function assertThrows(run: () => unknown, message: RegExp): void {
  assert.throws(run, message)
}

export async function assertRejects(run: () => Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(run, message)
}
