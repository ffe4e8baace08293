import { tmpdir } from 'node:os'

/** Returns the folder in which tests create databases: in memory if there is enough (see `tests/support/memory.ts`). */
export const testFolder = (): string => process.env.HACKNEY_TEST_FOLDER ?? tmpdir()
