import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareMachine } from './machine.ts'

const parts = {
  server: ['usr/lib/postgresql/15/bin/initdb'],
  postgis: ['usr/share/postgresql/15/extension/postgis.control'],
  rest: ['pg_cron', 'pgtap', 'plpgsql_check'].map((name) => `usr/share/postgresql/15/extension/${name}.control`),
  browser: ['usr/bin/chromium-headless-shell']
}

describe('the check of the machine for the full run', () => {
  let system: string
  const has = (...paths: string[]) => {
    for (const path of paths) {
      mkdirSync(dirname(join(system, path)), { recursive: true })
      writeFileSync(join(system, path), '')
    }
  }
  /** A fake `apt` that records its calls and then runs a script. */
  const apt = (script = '') => {
    mkdirSync(join(system, 'bin'), { recursive: true })
    for (const [name, body] of [
      ['apt-get', `echo "$@" >> ${system}/calls\n${script}`],
      ['apt-cache', 'exit 0']
    ] as const) {
      writeFileSync(join(system, 'bin', name), `#!/bin/sh\n${body}\n`)
      chmodSync(join(system, 'bin', name), 0o755)
    }
    vi.stubEnv('PATH', [join(system, 'bin'), process.env.PATH].join(delimiter))
  }
  const calls = () => (existsSync(join(system, 'calls')) ? readFileSync(join(system, 'calls'), 'utf8') : '')
  const asUser = (id: number) => vi.spyOn(process, 'getuid').mockReturnValue(id)

  beforeEach(() => {
    system = mkdtempSync(join(tmpdir(), 'hackney-machine-'))
    vi.stubEnv('HACKNEY_CHROMIUM', '')
    vi.spyOn(console, 'log').mockReturnValue()
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    rmSync(system, { recursive: true })
  })

  it('finds everything, and then neither prints hints nor installs', () => {
    apt()
    asUser(0)
    has(...Object.values(parts).flat())
    expect(prepareMachine(true, 'everything', system)).toMatchObject({
      postgres: 15,
      hasTestExtensions: true,
      hints: []
    })
    expect(calls()).toBe('')
  })

  it('says what is skipped and how to enable it if nothing is installed or may be', () => {
    apt()
    asUser(1000)
    const machine = prepareMachine(true, 'everything', system)
    expect(machine).toMatchObject({ postgres: null, hasTestExtensions: false, chromium: null })
    expect(machine.hints.join('\n')).toMatch(/PostGIS[\s\S]*HACKNEY_CHROMIUM[\s\S]*As root on Debian/)
    expect(calls()).toBe('')
  })

  it('rejects a server that is too old or has no PostGIS, and names the missing extensions', () => {
    has('usr/lib/postgresql/14/bin/initdb')
    expect(prepareMachine(false, 'everything', system).postgres).toBeNull()
    has(...parts.server)
    expect(prepareMachine(false, 'everything', system).postgres).toBeNull()
    has(...parts.postgis)
    expect(prepareMachine(false, 'everything', system)).toMatchObject({ postgres: 15, hasTestExtensions: false })
    expect(prepareMachine(false, 'everything', system).hints[0]).toContain(
      'No pgtap and plpgsql_check: the database suite is skipped; install postgresql-15-pgtap and postgresql-15-plpgsql-check'
    )
  })

  it('uses the configured browser', () => {
    has('opt/browser')
    vi.stubEnv('HACKNEY_CHROMIUM', join(system, 'opt/browser'))
    expect(prepareMachine(false, 'everything', system).chromium).toBe(join(system, 'opt/browser'))
  })

  it('installs only what is missing, as root', () => {
    const [cron = '', ...others] = parts.rest
    has(...parts.server, ...parts.postgis, ...others, ...parts.browser)
    apt(`case "$1" in install) touch ${join(system, cron)};; esac`)
    asUser(0)
    expect(prepareMachine(true, 'everything', system).hints).toEqual([])
    expect(calls()).toMatch(/install .*--no-install-recommends postgresql-15-cron$/m)
  })

  it('installs no browser for the database tests', () => {
    apt()
    asUser(0)
    prepareMachine(true, 'database', system)
    expect(calls()).toMatch(/postgresql-15-plpgsql-check$/m)
  })

  it('continues with the available parts when installing fails', () => {
    apt('case "$1" in install) exit 100;; esac')
    asUser(0)
    const machine = prepareMachine(true, 'everything', system)
    expect(machine.hints.length).toBeGreaterThan(1)
    expect(vi.mocked(console.log)).toHaveBeenCalledWith(expect.stringContaining('what needs it is skipped'))
  })
})
