import { inject } from 'vitest'
import type { StackOfWorker } from './global-stack.ts'
import type { StackEnv } from './stack.ts'

/** The stack that this worker uses; the worker's test files run one after the other. */
export function ofWorker(): StackOfWorker {
  const stack = inject('stacks')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!stack) throw new Error(`worker ${process.env.VITEST_POOL_ID} has no stack`)
  return stack
}

export const stackUnderTest = (): StackEnv => ofWorker().env

/**
 * Whether the tests call the embedded stack, and not a project elsewhere. Its REST answers some faulty requests more strictly than
 * PostgREST, whose response is a 500: `it.runIf(isEmbedded)` marks a test of such an answer.
 */
export const isEmbedded = ofWorker().failures !== ''
