/**
 * What the firm's riders, drivers and staff see has the firm's name, never that of the software. The name comes from the settings; no
 * text has it. tests/e2e/firm.once.spec.ts looks at what leaves the running product.
 */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

/** The page about licences names the software, as its licence demands. */
const ofTheSoftware = /^src\/app\/texts\/licences\//

it('no text of the pages, the receipts and the messages has the name of the software', () => {
  const texts = [
    ...find('src/**/texts/*/*.json'),
    ...find('supabase/functions/**/*.json'),
    'index.html',
    'public/icon.svg'
  ].filter((path) => !ofTheSoftware.test(path) && !path.endsWith('deno.json'))
  expect(texts.length).toBeGreaterThan(150)
  const named = texts.filter((path) =>
    /hackney/i.test(read(path).replace(/<meta name="app-page"[^>]*>|'hackney\.\w+'/g, ''))
  )
  expect(named).toEqual([])
})

it('the software names itself only to other software', () => {
  const known = [
    // The default of the column, which means "no name yet".
    /^src\/features\/staff\/setup\/components\/firm-steps\.tsx$/,
    // Names of the program for map services and a payment provider.
    /^supabase\/functions\/(_shared\/region\/providers\/kit|payments\/providers\/wipay\/adapter)\.ts$/
  ]
  const code = [...find('src/**/*.{ts,tsx}'), ...find('supabase/functions/**/*.ts')].filter(
    (path) => !/test\.tsx?$|_test\.ts$|\/testing\/|^src\/types\/|\/fixture\.ts$/.test(path)
  )
  // In capitals, as people read it: keys of storages and events are in small letters.
  const named = code.filter((path) => /\bHackney\b|HACKNEY-/.test(read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')))
  expect(named.filter((path) => !known.some((one) => one.test(path)))).toEqual([])
})
