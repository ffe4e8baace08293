import { tmpdir } from 'node:os'

/** Where tests keep databases: in memory if there is room (`tests/support/memory.ts`). */
export const testFolder = (): string => process.env.HACKNEY_TEST_FOLDER ?? tmpdir()
