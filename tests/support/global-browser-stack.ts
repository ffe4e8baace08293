import { databaseUnderTest, startStack } from './stack.ts'

/** One stack with the production build for all stories; they find it in HACKNEY_TEST_STACK. */
export default async function setup(): Promise<() => Promise<void>> {
  const stack = await startStack({ database: databaseUnderTest(), web: 'built' })
  process.env.HACKNEY_TEST_STACK = JSON.stringify(stack.env)
  return stack.stop
}
