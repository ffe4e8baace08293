/** A new firm brings its 25 drivers with their cars by one file of its former program, and takes the file back. */
import { randomUUID } from 'node:crypto'
import { paths } from '../../src/config/paths.ts'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

const run = randomUUID().slice(0, 6)
const names =
  'Anna Bea Carl Dora Emil Fritz Gabi Hans Ida Jan Karl Lea Max Nora Otto Paul Rita Sara Tom Uwe Vera Willi Xaver Yves Zoe'.split(
    ' '
  )
const rows = names.map((name, place) => [
  `${name} Ospelt`,
  `+423 79${String(place).padStart(2, '0')} ${run.replace(/\D/g, '7').slice(0, 3).padEnd(3, '1')}`,
  `${name.toLowerCase()}-${run}@example.com`,
  `FL ${run} ${place}`,
  'VW',
  'Caddy',
  'Weiss',
  'Cab'
])
const heading = ['Fahrer', 'Handy', 'E-Mail-Adresse', 'Kontrollschild', 'Marke', 'Modell', 'Farbe', 'Fahrzeugtyp']
const csvOf = (lines: readonly (readonly string[])[]) =>
  Buffer.from([heading, ...lines].map((line) => line.join(';')).join('\r\n'))

test('25 drivers with their cars come by one file in German, its errors are shown at their rows, and it is taken back', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const page = await open(paths.import, { as: admin })
  const made = async () =>
    unwrap(
      await service(stack)
        .from('profiles')
        .select('id, drivers!drivers_id_fkey (vehicle_make)')
        .like('email', `%-${run}@example.com`)
    )

  await test.step('the file is read, and each column is recognised', async () => {
    await expectAccessible(page)
    await picture(page, 'import')
    await page.getByLabel('Choose or drop a file').setInputFiles({
      name: 'fahrer.csv',
      mimeType: 'text/csv',
      buffer: csvOf([...rows, ['Ohne Kontakt', '', '', 'FL 1', '', '', '', 'Rakete']])
    })
    await expect(page.getByText('8 columns recognised')).toBeVisible()
    await expect(page.getByText('Left out:')).toBeHidden()
    await page.getByRole('button', { name: 'Check' }).click()
  })

  await test.step('the errors stand at their rows, and nothing is written yet', async () => {
    const wrong = page.getByRole('row').filter({ hasText: 'Ohne' })
    await expect(wrong).toContainText('No car type has this name')
    await expect(wrong).toContainText('27')
    expect(await made()).toHaveLength(0)
    await expectNoSidewaysScroll(page)
    await expectEveryManner(page, 'import-preview', { within: '#main', keep: picture })
    await page.getByRole('button', { name: 'New 25' }).click()
    await expect(page.getByRole('row')).toHaveCount(26)
    await expect(page.getByText('1 row with an error is left out.')).toBeVisible()
  })

  await test.step('25 drivers get accounts and cars', async () => {
    await page.getByRole('button', { name: 'Import 25 drivers' }).click()
    await expect(page.getByRole('button', { name: 'Imported 25' })).toBeVisible({ timeout: 30_000 })
    const people = await made()
    expect(people).toHaveLength(25)
    expect(people[0]).toMatchObject({ drivers: { vehicle_make: 'VW' } })
  })

  await test.step('the drivers are invited, by message and on paper', async () => {
    const link = async () => {
      const { messages } = (await (await fetch(`${stack.INBOX_URL}/api/v1/messages`)).json()) as {
        messages: { Subject: string; To: { Address: string }[]; ID: string }[]
      }
      const mail = messages.find(
        ({ To, Subject }) => To[0]?.Address === `nora-${run}@example.com` && /account/.test(Subject)
      )
      if (!mail) return ''
      const { Text } = (await (await fetch(`${stack.INBOX_URL}/api/v1/message/${mail.ID}`)).json()) as { Text: string }
      return /\S+\/login#to=\S+/.exec(Text)?.[0] ?? ''
    }
    await page.evaluate(() => {
      window.print = () =>
        document.body.setAttribute('data-printed', String(document.querySelectorAll('#print-sheet li svg').length))
    })
    await page.getByRole('button', { name: 'Print QR codes' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', '25')
    await page.emulateMedia({ media: 'print' })
    await picture(page, 'import-codes')
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await expect(page.getByText('25 invitations are on their way.')).toBeVisible()
    await expect.poll(link, { timeout: 20_000 }).not.toBe('')
    const visitor = await open(new URL(await link()).pathname + new URL(await link()).hash)
    await expect(visitor.getByRole('textbox', { name: /e-mail/i })).toHaveValue(`nora-${run}@example.com`)
    const list = await open(`${paths.drivers}?never_came=yes`, { as: admin })
    await expect(list.getByText('Nora Ospelt').first()).toBeVisible()
  })

  await test.step('the same cells, pasted, change nothing', async () => {
    await page.getByRole('button', { name: 'Other file' }).click()
    await page.getByText('Or paste cells').first().click()
    await page.getByRole('textbox', { name: 'Or paste cells' }).fill(csvOf(rows).toString().replaceAll(';', '\t'))
    await page.getByRole('button', { name: 'Read' }).click()
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('button', { name: 'The same 25' })).toBeVisible()
    await expect(page.getByText('There is nothing to import')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Import / })).toBeHidden()
  })

  await test.step('the import is taken back', async () => {
    const line = page.getByRole('listitem').filter({ hasText: 'fahrer.csv' })
    await line.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Take back' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take this import back?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('button', { name: 'Taken back 25' })).toBeVisible({ timeout: 30_000 })
    expect(await made()).toHaveLength(0)
    await page.getByRole('button', { name: 'Other file' }).click()
    await line.getByRole('button', { name: 'Forget' }).click()
    await expect(line).toBeHidden()
  })
})

test('an import whose check broke off is checked to its end before it is written', async ({ open, person }) => {
  const admin = await person('admin@hackney.test')
  const name = `list-${run}.csv`
  const digits = run.replace(/\D/g, '5').slice(0, 4).padEnd(4, '5')
  const args = { kind: 'callers', name, client_key: randomUUID() }
  const { id } = unwrap(await admin.client.rpc('start_import', args)) as unknown as { id: string }
  const add = async (...nrs: number[]) =>
    unwrap(
      await admin.client.rpc('add_import_rows', {
        import_id: id,
        rows: nrs.map((nr) => ({ nr, facts: { first_name: 'Row', mobile: `+42378${digits}${nr}` } }))
      })
    )
  await add(2)
  unwrap(await admin.client.rpc('check_import', { import_id: id }))
  await add(3, 4)

  const page = await open(paths.import, { as: admin })
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('button', { name: 'Not checked 2' })).toBeVisible()
  await expect(page.getByText('Some rows are not checked yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import / })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('button', { name: 'Import 3 callers' }).click()
  await expect(page.getByRole('button', { name: 'Imported 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('button', { name: 'Taken back 3' })).toBeVisible()
})

test('codes to sign in are printed for the people whom a file added, not for those whom it changed', async ({
  open,
  person
}) => {
  const admin = await person('admin@hackney.test')
  const page = await open(paths.import, { as: admin })
  const lineOf = (name: string, model: string) => [`${name} Beck`, `${name.toLowerCase()}.b-${run}@example.com`, model]
  const bring = async (count: number, ...lines: string[][]) => {
    await page.getByText('Or paste cells').first().click()
    const cells = [['Fahrer', 'E-Mail-Adresse', 'Modell'], ...lines].map((line) => line.join('\t')).join('\n')
    await page.getByRole('textbox', { name: 'Or paste cells' }).fill(cells)
    await page.getByRole('button', { name: 'Read' }).click()
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByRole('button', { name: count === 1 ? 'Import 1 driver' : `Import ${count} drivers` }).click()
    await expect(page.getByRole('button', { name: `Imported ${count}` })).toBeVisible({ timeout: 30_000 })
  }
  const undo = async () => {
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('button', { name: 'Taken back' })).toBeVisible({ timeout: 30_000 })
  }
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', String(document.querySelectorAll('#print-sheet li svg').length))
  })
  await bring(1, lineOf('Mila', 'Caddy'))
  await page.getByRole('button', { name: 'Other file' }).click()
  await bring(2, lineOf('Mila', 'Golf'), lineOf('Noel', 'Caddy'))
  await page.getByRole('button', { name: 'Print QR codes' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '1')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await undo()
  await page.getByRole('button', { name: 'Other file' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Imported 1' })
    .first()
    .getByRole('button', { name: 'Go on' })
    .click()
  await undo()
})

test('a file that is no table is refused in words', async ({ open, person }) => {
  const page = await open(paths.import, { as: await person('admin@hackney.test') })
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Choose or drop a file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await choose('old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
  await expect(page.getByText('This is an old or protected Excel file.')).toBeVisible()
  await choose('empty.csv', Buffer.from('Name;Phone'))
  await expect(page.getByText('The file has no rows below its heading.')).toBeVisible()
  await choose('odd.csv', Buffer.from('a;b\nc;d'))
  await expect(page.getByText('No column was recognised.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check' })).toBeDisabled()
  await choose('more.csv', Buffer.from('First name;Last name;Shoe size;Star sign\nIda;Frick;38;Lion'))
  await expect(page.getByText('Left out: Shoe size and Star sign')).toBeVisible()
})
