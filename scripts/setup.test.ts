import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInstalled } from './setup.mjs'

const lock = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.2.3' },
  'node_modules/b': { version: '2.0.0' },
  'node_modules/a-darwin': { version: '1.2.3', optional: true }
}

describe('the check of installed packages against the lock file', () => {
  let folder: string
  const lockFile = () => join(folder, 'package-lock.json')
  const modules = () => join(folder, 'node_modules')

  const installed = (packages: object) => {
    writeFileSync(join(modules(), '.package-lock.json'), JSON.stringify({ packages }))
    return isInstalled(lockFile(), modules())
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hackney-setup-'))
    mkdirSync(join(modules(), '.bin'), { recursive: true })
    writeFileSync(join(modules(), '.bin', 'node'), '')
    writeFileSync(lockFile(), JSON.stringify({ packages: lock }))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('fails before the first install, and after an interrupted one', () => {
    expect(isInstalled(lockFile(), join(folder, 'nowhere'))).toBe(false)
    expect(isInstalled(lockFile(), modules())).toBe(false)
  })

  it('passes when all are installed, without another platform’s binaries', () => {
    expect(installed({ 'node_modules/a': lock['node_modules/a'], 'node_modules/b': lock['node_modules/b'] })).toBe(true)
  })

  it('fails when one is missing or has another version', () => {
    expect(installed({ 'node_modules/a': lock['node_modules/a'] })).toBe(false)
    expect(installed({ ...lock, 'node_modules/b': { version: '1.9.9' } })).toBe(false)
    expect(installed({ ...lock, 'node_modules/a-darwin': { version: '1.0.0' } })).toBe(false)
  })

  it('fails without the pinned Node', () => {
    rmSync(join(modules(), '.bin', 'node'))
    expect(installed(lock)).toBe(false)
  })
})
