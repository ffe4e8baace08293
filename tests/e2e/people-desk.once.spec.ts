/** The office's pages about people, on a desktop and a phone, for admins and fleet admins. */

import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { enrol } from '../support/authenticator.ts'
import { type Person, service, signIn } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { write } from './typing.ts'

/** The smallest picture that every browser draws. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64'
)

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')

const peopleWith = async ({ client }: Person, id: string) =>
  unwrap(await client.rpc('list_people', { person_id: id })).rows

async function personOf(reader: Person, id: string) {
  const [found] = await peopleWith(reader, id)
  if (!found) throw new Error(`nobody has the id ${id}`)
  return found
}

const idIn = (page: Page): string => /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ''

// Spec 1.15, 2.4, 5.22, 5.23, 6.3, 6.15, 7.7, 7.16, 7.17, 7.18, 7.20, 8.20
test('an admin adds a rider by keyboard, edits together with another admin, suspends, credits and anonymises', async ({
  open,
  person,
  picture
}) => {
  const [admin, other] = [await person('admin@hackney.test'), await person('admin2@hackney.test')]
  const email = `ria-${randomInt(1_000_000)}@example.com`
  const page = await open(paths.riders, { as: admin })

  await test.step('an address in use is reported while it is typed', async () => {
    await page.getByRole('link', { name: 'Add rider' }).press('Enter')
    await write(page, 'First name', 'Ria')
    await write(page, 'Last name', 'Quendler')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Please check the e-mail address and the phone number.')).toBeVisible()
    await write(page, 'E-mail', 'rider@hackney.test')
    await expect(page.getByText('This e-mail address or phone number is already in use.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page).toHaveURL(/\/riders\/new/)
    await write(page, 'E-mail', email)
    await expect(page.getByText('This e-mail address or phone number is already in use')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByRole('heading', { level: 1, name: 'Ria Quendler' })).toBeVisible()
  })

  const id = idIn(page)
  await test.step('the account is a rider that the office added', async () => {
    expect(await personOf(admin, id)).toMatchObject({ usertype: 'rider', email, reg_type: 'admin', approved: true })
  })

  await test.step('another admin’s changes are merged, and the page asks about a field that both changed', async () => {
    await page.getByLabel('First name').fill('Maria')
    const theirs = { first_name: 'Ria-Lena', last_name: 'Quendler-Ott' }
    unwrap(await other.client.rpc('edit_person', { user_id: id, patch: theirs }))
    await expect(page.getByLabel('Last name')).toHaveValue('Quendler-Ott')
    await page.getByRole('button', { name: 'See both' }).click()
    await dialog(page).getByRole('button', { name: 'Keep yours' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => personOf(admin, id)).toMatchObject({ first_name: 'Maria', last_name: 'Quendler-Ott' })
    await page.getByRole('textbox', { name: 'Phone' }).fill('12')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Please enter a complete phone number.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('a suspension shows its reason, and is undone', async () => {
    await page.getByRole('button', { name: 'Suspend' }).click()
    await expectAccessible(page, '[role=dialog]')
    await dialog(page).getByLabel('Reason').fill('Card of another person')
    await dialog(page).getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByText('Suspended since')).toContainText('Card of another person')
    expect(await personOf(admin, id)).toMatchObject({ approved: false, suspended_reason: 'Card of another person' })
    await page.getByRole('button', { name: 'Approve' }).click()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await expect.poll(async () => (await personOf(admin, id)).approved).toBe(true)
  })

  await test.step('a credit appears in the wallet and its history', async () => {
    await page.getByRole('link', { name: 'Wallet', exact: true }).click()
    await page.getByLabel('Amount').fill('12,50')
    await page.getByLabel('Reason, for the books').fill('Sorry')
    await page.getByRole('button', { name: 'Add CHF 12.50' }).click()
    await expect(page.getByRole('list', { name: 'Wallet history' })).toContainText('Credited by the office')
    expect((await personOf(admin, id)).wallet_balance).toBe(12.5)
    await expectAccessible(page)
  })

  await test.step('a person with money cannot be anonymised, and one without can', async () => {
    await page.getByRole('button', { name: 'Anonymise' }).click()
    await expectAccessible(page, '[role=dialog]')
    await dialog(page).getByRole('button', { name: 'Anonymise' }).click()
    await expect(dialog(page)).toContainText('The wallet must be at zero first.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    const made = randomUUID()
    const answer = await admin.client.functions.invoke('accounts/users', {
      body: {
        action: 'create',
        client_key: made,
        usertype: 'rider',
        first_name: 'Kurz',
        last_name: 'Da',
        email: `x${email}`
      }
    })
    const { uid } = answer.data as { uid: string }
    await page.goto(paths.rider(uid))
    await page.getByRole('button', { name: 'Anonymise' }).click()
    await dialog(page).getByRole('button', { name: 'Anonymise' }).click()
    await expect(page).toHaveURL(/\/riders$/)
    expect(await peopleWith(admin, uid)).toEqual([])
  })

  await test.step('the command palette finds people by name', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('Quendler')
    await expect(page.getByRole('option', { name: /Maria Quendler-Ott/ })).toBeVisible()
    await picture(page, 'palette-people')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(id))
  })
})

// Spec 2.41, 3.61, 6.15
test('an admin approves and suspends several people, with a report on each, and the exported file matches the database', async ({
  open,
  person
}) => {
  const admin = await person('admin@hackney.test')
  const page = await open(paths.admins, { as: admin })
  const { rows: others } = unwrap(await admin.client.rpc('list_people', { usertype: 'admin', page_size: 50 }))
  const own = others.find(({ id }) => id === admin.id)
  const third = others.find(({ email }) => email === 'admin3@hackney.test')
  const nameOf = (one: typeof own) => `${one?.first_name} ${one?.last_name}`
  await test.step('one of two is refused, and the report names the person and the reason', async () => {
    await row(page, nameOf(own)).getByRole('checkbox').press('Space')
    await row(page, nameOf(third)).getByRole('checkbox').press('Space')
    await page.getByRole('toolbar').getByRole('button', { name: 'Suspend' }).click()
    await dialog(page).getByLabel('Reason').fill('Left the firm')
    await expectAccessible(page, '[role=dialog]')
    await dialog(page).getByRole('button', { name: 'Suspend' }).click()
    await expect(dialog(page).getByRole('listitem')).toHaveText(
      `${nameOf(own)}: You do not have permission to do this.`
    )
    await dialog(page).getByRole('button', { name: 'Close' }).first().click()
    expect(await personOf(admin, third?.id ?? '')).toMatchObject({ approved: false, suspended_reason: 'Left the firm' })
    await expect(row(page, nameOf(third))).toContainText('Suspended')
    await expectAccessible(page)
  })
  await test.step('suspended people are approved again from the view of suspended ones', async () => {
    await page.getByRole('link', { name: 'Suspended' }).click()
    await expect(row(page, nameOf(own))).toHaveCount(0)
    await row(page, nameOf(third)).getByRole('checkbox').press('Space')
    await page.getByRole('toolbar').getByRole('button', { name: 'Approve' }).click()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await expect.poll(async () => (await personOf(admin, third?.id ?? '')).approved).toBe(true)
  })
  await test.step('riders are exported in the order of the database', async () => {
    await page.goto(`${paths.riders}?sort=name`)
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Save file' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n').slice(1)
    const { rows } = unwrap(
      await admin.client.rpc('list_people', { usertype: 'rider', sort: 'name', ascending: true, page_size: 1000 })
    )
    expect(lines).toHaveLength(rows.length)
    for (const [index, line] of lines.entries()) expect(line).toContain(rows[index]?.email ?? rows[index]?.first_name)
  })
})

/** Applies an action to several rows, and confirms it. */
async function doTo(page: Page, names: readonly string[], deed: string): Promise<void> {
  for (const name of names) await row(page, name).getByRole('checkbox').press('Space')
  await page.getByRole('toolbar').getByRole('button', { name: deed }).click()
  await dialog(page).getByRole('button', { name: deed }).click()
}

// Spec 1.15, 2.4, 2.32, 2.41, 6.6, 6.15, 7.19
test('fleet admins and admins are added, edited, suspended and anonymised together, and each refusal names the person and the reason', async ({
  open,
  person,
  picture
}) => {
  const admin = await person('admin@hackney.test')
  const mark = randomUUID().slice(0, 6)
  /** Adds a person called Nia, as the page does. */
  const add = async (usertype: string, last_name: string): Promise<string> => {
    const email = `${last_name}@example.com`.toLowerCase()
    const role = usertype === 'admin' ? { staff_role: 'support' } : {}
    const body = { action: 'create', client_key: randomUUID(), usertype, first_name: 'Nia', last_name, email, ...role }
    const { data, error } = await admin.client.functions.invoke<{ uid: string }>('accounts/users', { body })
    if (error) throw new Error(await error.context?.text?.())
    return data?.uid ?? ''
  }
  const page = await open(paths.riders, { as: admin })
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expectAccessible(page)
  for (const { list, link, usertype } of [
    { list: paths.fleetAdmins, link: 'Add fleet admin', usertype: 'fleetadmin' },
    { list: paths.admins, link: 'Add admin', usertype: 'admin' }
  ]) {
    const own = `${usertype}-${mark}`
    await test.step(`${usertype}: added and edited`, async () => {
      await page.locator(`nav a[href="${list}"]`).first().click()
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await expectAccessible(page)
      await picture(page, list.slice(1))
      await page.getByRole('link', { name: link }).click()
      await page.getByLabel('First name').fill('Nia')
      await page.getByLabel('Last name').fill(own)
      await page.getByRole('textbox', { name: 'E-mail' }).fill(`${own}@example.com`)
      await page.keyboard.press('ControlOrMeta+s')
      await expect(page.getByRole('heading', { level: 1, name: `Nia ${own}` })).toBeVisible()
      await page.getByLabel('Last name').fill(`${own}-Beck`)
      await page.keyboard.press('ControlOrMeta+s')
      const id = idIn(page)
      await expect
        .poll(() => personOf(admin, id))
        .toMatchObject({ usertype, last_name: `${own}-Beck`, email: `${own}@example.com`, reg_type: 'admin' })
      await expectAccessible(page)
    })
    await test.step(`${usertype}: two are suspended, approved and anonymised together`, async () => {
      await add(usertype, `${own}-Ott`)
      await page.goto(`${list}?q=${own}`)
      const both = [`Nia ${own}-Beck`, `Nia ${own}-Ott`]
      for (const [deed, standing] of [
        ['Suspend', 'Suspended'],
        ['Approve', 'Approved']
      ] as const) {
        await doTo(page, both, deed)
        await expect(dialog(page).getByText('2 done')).toBeVisible()
        await dialog(page).getByRole('button', { name: 'Close' }).first().click()
        for (const name of both) await expect(row(page, name)).toContainText(standing)
      }
      if (usertype === 'admin') {
        // Admins cannot anonymise themselves.
        const { first_name, last_name } = await personOf(admin, admin.id)
        const self = `${first_name} ${last_name}`
        await page.goto(list)
        await doTo(page, [self, ...both], 'Anonymise')
        await expect(dialog(page).getByRole('listitem')).toHaveText(`${self}: You do not have permission to do this.`)
      } else {
        await doTo(page, both, 'Anonymise')
      }
      await expect(dialog(page).getByText('2 done')).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Close' }).first().click()
      for (const name of both) await expect(row(page, name)).toHaveCount(0)
    })
  }
  await test.step('of two riders the one with money stays, and the report says why', async () => {
    const [rich, poor] = [await add('rider', `${mark}-rich`), await add('rider', `${mark}-poor`)]
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rich, amount: 1 }))
    await page.goto(`${paths.riders}?q=${mark}-`)
    await doTo(page, [`Nia ${mark}-rich`, `Nia ${mark}-poor`], 'Anonymise')
    await expect(dialog(page).getByRole('listitem')).toHaveText(`Nia ${mark}-rich: The wallet must be at zero first.`)
    await expectAccessible(page, '[role=dialog]')
    await dialog(page).getByRole('button', { name: 'Close' }).first().click()
    await expect(row(page, `Nia ${mark}-poor`)).toHaveCount(0)
    expect(await personOf(admin, rich)).toMatchObject({ last_name: `${mark}-rich` })
    expect(await peopleWith(admin, poor)).toEqual([])
  })
})

// Spec 2.3, 5.28, 7.59
test('a suspension takes an online driver off duty, and papers are checked beside their picture', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const driver = await person('driver5@hackney.test')
  const path = `${driver.id}/license-${randomInt(1_000_000)}`
  const { error } = await driver.client.storage.from('users').upload(path, pixel, { contentType: 'image/png' })
  if (error) throw error
  unwrap(await driver.client.rpc('submit_document', { kind: 'license', path, expires_on: '2100-01-31' }))
  const page = await open(`${paths.drivers}?papers=yes`, { as: admin })

  await test.step('the list of papers to check leads to the picture', async () => {
    const { first_name, last_name } = await personOf(admin, driver.id)
    await row(page, `${first_name} ${last_name}`).getByRole('link').click()
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    const image = page.getByRole('img', { name: 'Picture: Licence' })
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.keyboard.press('i')
    await expect(page.getByText('150 %')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'documents')
  })
  await test.step('a key approves the paper, and the next driver opens', async () => {
    await page.keyboard.press('v')
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Valid')
    const papers = async () =>
      unwrap(await admin.client.from('driver_documents').select().eq('driver_id', driver.id))[0]
    await expect.poll(papers).toMatchObject({ status: 'verified', decided_by: admin.id })
    await page.keyboard.press('n')
    // Another story's driver may wait for a paper, too.
    const others = unwrap(await admin.client.from('driver_documents').select('driver_id').eq('status', 'pending'))
    if (others.length === 0) await expect(page.getByText('No other driver’s documents wait.')).toBeVisible()
    else {
      await expect(page).not.toHaveURL(new RegExp(driver.id))
      await page.goto(`${paths.driver(driver.id)}?tab=documents`)
    }
  })
  await test.step('an admin hands in a paper for the driver: a file and its expiry date', async () => {
    await page.getByRole('button', { name: 'Hand in a document' }).click()
    await page.getByRole('combobox', { name: 'Which document' }).selectOption('Insurance')
    await page.getByRole('textbox', { name: 'Valid until' }).fill('31/1/2100')
    await page.getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(page.getByText('Please choose a picture first.')).toBeVisible()
    await page.getByLabel('File').setInputFiles({
      name: 'insurance.png',
      mimeType: 'image/png',
      buffer: pixel
    })
    await page.getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Insurance', exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Note' }).fill('Too dark')
    await page.getByRole('button', { name: 'Reject document' }).click()
    await expect
      .poll(async () => {
        const rows = unwrap(await admin.client.from('driver_documents').select().eq('driver_id', driver.id))
        return rows.map(({ kind, status, note }) => `${kind} ${status} ${note ?? ''}`.trim()).sort()
      })
      .toEqual(['insurance rejected Too dark', 'license verified'])
  })
  await test.step('a press on a tab answers at once, although its code is still loading', async () => {
    let load = () => {}
    const isLoading = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route(/devices-tab/, async (route) => {
      await isLoading
      await route.continue()
    })
    const devices = page.getByRole('link', { name: 'Devices', exact: true }).first()
    await devices.click()
    await expect(devices).toHaveAttribute('aria-current', 'page')
    load()
    await expect(page.getByText('Signed in', { exact: true }).first()).toBeVisible()
  })
  await test.step('every tab of a driver opens and is accessible', async () => {
    for (const tab of ['Overview', 'Trips', 'Wallet', 'Why not asked', 'Ratings', 'Bank', 'Devices', 'Audit']) {
      await page.getByRole('link', { name: tab, exact: true }).first().click()
      await expect(page.getByRole('link', { name: tab, exact: true }).first()).toHaveAttribute('aria-current', 'page')
      await expectAccessible(page)
    }
    await expect(page.getByRole('row').filter({ hasText: 'Document' })).toHaveCount(0)
  })
  await test.step('a suspended driver is off duty and signed out', async () => {
    unwrap(await driver.client.rpc('set_driver_active', { active: true }))
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page.getByText('Free', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await dialog(page).getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByText('Off duty', { exact: true })).toBeVisible()
    const db = service(stack)
    expect(unwrap(await db.from('drivers').select('driver_active_status').eq('id', driver.id).single())).toEqual({
      driver_active_status: false
    })
    const carType = async () =>
      unwrap(await db.from('drivers').select('car_type_id').eq('id', driver.id).single()).car_type_id
    const before = await carType()
    await db.from('drivers').update({ car_type_id: null }).eq('id', driver.id).throwOnError()
    await page.reload()
    await page.getByRole('button', { name: 'Approve' }).click()
    // Without a car type the driver would get no trips, so the approval sets it.
    await expect(dialog(page).getByRole('button', { name: 'Approve' })).toBeDisabled()
    await expectAccessible(page, '[role=dialog]')
    await dialog(page)
      .getByRole('combobox', { name: 'Car type' })
      .selectOption(before ?? '')
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Approved', { exact: true })).toBeVisible()
    expect(await carType()).toBe(before)
  })
})

// Spec 2.3, 6.18
test('a fleet admin manages only the fleet’s drivers, and adds one', async ({ open, person }) => {
  const fleet = await person('fleet@hackney.test')
  const admin = await person('admin@hackney.test')
  const { rows: all } = unwrap(await admin.client.rpc('list_people', { usertype: 'driver', page_size: 1000 }))
  const own = unwrap(await admin.client.from('drivers').select('id, vehicle_number').eq('fleet_id', fleet.id))
  const stranger = all.find(({ id }) => !own.some((driver) => driver.id === id))
  const page = await open(paths.drivers, { as: fleet })
  await test.step('the list has only the own drivers, and other people’s pages do not open', async () => {
    await expect(page.getByText(`${own.length} rows`)).toBeVisible()
    await expect(row(page, `${stranger?.first_name} ${stranger?.last_name}`)).toHaveCount(0)
    await expectAccessible(page)
    await page.goto(paths.driver(stranger?.id ?? ''))
    await expect(page.getByText('This person does not exist.')).toBeVisible()
    await page.goto(paths.riders)
    await expect(page).not.toHaveURL(/riders/)
  })
  await test.step('an own driver has only the tabs for the fleet, and the vehicle can be edited', async () => {
    const [first] = own
    await page.goto(paths.driver(first?.id ?? ''))
    await expect(page.getByRole('link', { name: 'Documents', exact: true })).toBeVisible()
    for (const tab of ['Wallet', 'Bank', 'Devices', 'Audit']) {
      await expect(page.getByRole('link', { name: tab, exact: true })).toHaveCount(0)
    }
    await expect(page.getByLabel('First name')).toHaveCount(0)
    await page.getByLabel('Note').fill('Child seat')
    await page.keyboard.press('ControlOrMeta+s')
    await expect
      .poll(async () =>
        unwrap(
          await admin.client
            .from('drivers')
            .select('other_info')
            .eq('id', first?.id ?? '')
            .single()
        )
      )
      .toEqual({ other_info: 'Child seat' })
  })
  await test.step('a driver whom the fleet adds belongs to the fleet', async () => {
    await page.goto(paths.driver('new'))
    await page.getByLabel('First name').fill('Flo')
    await page.getByLabel('Last name').fill('Tenfahrer')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(`flo-${randomInt(1_000_000)}@example.com`)
    await page.getByLabel('Plate').fill('FL 4711')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByRole('heading', { level: 1, name: 'Flo Tenfahrer' })).toBeVisible()
    expect(
      unwrap(await admin.client.from('drivers').select('fleet_id, vehicle_number').eq('id', idIn(page)).single())
    ).toEqual({ fleet_id: fleet.id, vehicle_number: 'FL 4711' })
  })
})

// Spec 6.31, 6.34
test('a demo masks contacts and allows edits, but neither exports nor anonymises; on a phone people are cards', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const rider = await person('rider7@hackney.test')
  const setDemo = async (allow_critical_edits_admin: boolean) =>
    unwrap(await service(stack).from('settings').update({ allow_critical_edits_admin }).eq('id', 1).select())
  const { first_name, last_name } = await personOf(admin, rider.id)
  await setDemo(false)
  try {
    const page = await open(`${paths.riders}?q=${encodeURIComponent(`${first_name} ${last_name}`)}`, { as: admin })
    await expect(row(page, 'r***@***')).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(dialog(page)).toContainText('This is a demo. Nothing can be changed here.')
    await page.keyboard.press('Escape')
    await page.goto(paths.rider(rider.id))
    await page.getByLabel('Last name').fill('Demo')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => (await personOf(admin, rider.id)).last_name).toBe('Demo')
    await page.getByRole('button', { name: 'Anonymise' }).click()
    await dialog(page).getByRole('button', { name: 'Anonymise' }).click()
    await expect(dialog(page)).toContainText('This is a demo. Nothing can be changed here.')
  } finally {
    await setDemo(true)
  }
  unwrap(await admin.client.rpc('edit_person', { user_id: rider.id, patch: { last_name } }))

  const page = await open(paths.drivers, { as: admin })
  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'FL 28 114' })
  await expect(card).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await picture(page, 'drivers-phone')
  await card.getByRole('link').click()
  for (const tab of ['overview', 'trips', 'wallet', 'documents', 'dispatch', 'ratings']) {
    await page.goto(`${new URL(page.url()).pathname}?tab=${tab}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await picture(page, `driver-phone-${tab}`)
  }
  await expectAccessible(page)
})

test('an owner removes the second factor of an admin who lost the phone', async ({ open, person, stack }) => {
  const owner = await person('admin@hackney.test')
  const email = `nora-${randomInt(1_000_000)}@example.com`
  const app_metadata = { usertype: 'admin', staff_role: 'support', approved: true }
  const user_metadata = { first_name: 'Nora', last_name: 'Telser' }
  const account = { email, email_confirm: true, app_metadata, user_metadata }
  const { error } = await service(stack).auth.admin.createUser(account)
  if (error) throw error
  const nora = await signIn(stack, email)
  await enrol(nora.client)
  const page = await open(paths.admin(nora.id), { as: owner })
  const factors = page.locator('main section').filter({ hasText: 'Second factor' })
  await expect(factors).toContainText('Set up')
  await factors.getByRole('button', { name: 'Remove the second factor' }).click()
  const confirm = dialog(page).getByRole('button', { name: 'Remove the second factor' })
  await expect(confirm).toBeDisabled()
  await expectAccessible(page, '[role=dialog]')
  await dialog(page).getByLabel('Reason').fill('Phone lost in Vaduz')
  await confirm.click()
  await expect(page.getByText('The second factor of Nora Telser is removed.')).toBeVisible()
  await expect(factors).toContainText('Not set up')
  await expect(page.getByText('Counts as a second person for approvals from')).toBeVisible()
  expect((await nora.client.auth.getUser()).error).not.toBeNull()
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await expect(page.getByText('Second factor removed').first()).toBeVisible()
})

test('the office gives a rider another address for signing in, which signs the rider out', async ({
  open,
  person,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const [email, next] = ['old', 'new'].map((name) => `${name}-${randomInt(1_000_000)}@example.com`)
  if (!email || !next) throw new Error('two addresses')
  const { error } = await service(stack).auth.admin.createUser({ email, email_confirm: true })
  if (error) throw error
  const rider = await signIn(stack, email)
  const page = await open(paths.rider(rider.id), { as: admin })
  await page.getByRole('button', { name: 'Change e-mail address' }).click()
  await dialog(page).getByLabel('New e-mail address').fill('nobody')
  await dialog(page).getByRole('button', { name: 'Change address' }).click()
  await expect(dialog(page).getByLabel('New e-mail address')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, '[role=dialog]')
  await dialog(page).getByLabel('New e-mail address').fill(next)
  await dialog(page).getByLabel('New e-mail address').press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText(next).first()).toBeVisible()
  expect((await rider.client.auth.getUser()).error).not.toBeNull()
  expect((await signIn(stack, next)).id).toBe(rider.id)
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await expect(page.getByText('E-mail address changed').first()).toBeVisible()
})
