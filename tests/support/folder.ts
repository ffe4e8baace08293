import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes a temporary data folder. Others may enter it: run as root, PostgreSQL runs as a user of its own, and its data would
 * otherwise be put elsewhere and stay behind.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hackney-test-'))
  chmodSync(folder, 0o755)
  return folder
}
