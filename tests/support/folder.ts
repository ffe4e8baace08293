import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../../stack/testing/folder.ts'

/**
 * Creates a temporary data folder that other users may enter: if the tests run as root, PostgreSQL runs as another user.
 * Without access for that user the data would be put elsewhere and left behind.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(testFolder(), 'hackney-test-'))
  chmodSync(folder, 0o755)
  return folder
}
