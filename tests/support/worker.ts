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
