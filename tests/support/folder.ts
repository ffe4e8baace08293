import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../../stack/testing/folder.ts'

/**
 * Makes a temporary data folder. Others may enter it: run as root, PostgreSQL runs as a user of its own, and its data would
 * otherwise be put elsewhere and stay behind.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(testFolder(), 'hackney-test-'))
  chmodSync(folder, 0o755)
  return folder
}
