import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const there = 'pickup=47.1391,9.5215,Hotel+L%C3%B6wen&drop=47.1667,9.5100'
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

test('a link fills in the form and books nothing, before and after signing in', async ({ open, person, picture }) => {
  const page = await open(`/?lang=en&${there}&car=nothing&when=yesterday`)
  await expect(field(page, 'Pickup')).toHaveValue(/^Hotel Löwen/)
  await expect(field(page, 'Drop')).not.toHaveValue('')
  await expect(page.getByText('The link names a car that we do not have.')).toBeVisible()
  await expect(page.getByText('The link’s time cannot be booked.'.replace('’', "'"))).toBeVisible()
  expect(new URL(page.url()).search).toBe('?lang=en')
  await expectAccessible(page)
  await picture(page, 'link')
  await page.reload()
  await expect(field(page, 'Pickup')).toHaveValue(/^Hotel Löwen/)

  const rider = await open(`/?lang=en#${there}`, { as: await person('rider5@hackney.test') })
  await expect(rider.getByRole('button', { name: /^Book .*CHF/ })).toBeVisible()
  expect(new URL(rider.url()).hash).toBe('')
  expect(new URL(rider.url()).pathname).toBe('/')

  // A ride in the form is replaced only after a question.
  await rider.goto('/?lang=en&pickup=47.2107,9.5259&drop=47.1391,9.5215')
  await expect(rider.getByRole('dialog').getByRole('button', { name: 'Keep mine' })).toBeVisible()
  await expectAccessible(rider, '[role=dialog]')
  await rider.getByRole('button', { name: 'Keep mine' }).click()
  await expect(field(rider, 'Pickup')).toHaveValue(/^Hotel Löwen/)
  await rider.goto('/?lang=en&pickup=47.2107,9.5259,Bendern&drop=47.1391,9.5215')
  await rider.getByRole('button', { name: "Take the link's" }).click()
  await expect(field(rider, 'Pickup')).toHaveValue(/^Bendern/)
})

test('a place in a link that cannot be read shows an error at its field, and an ambiguous one asks which place is meant', async ({
  open
}) => {
  const page = await open(`/?lang=en&pickup=NaN,9.5&drop=${'x'.repeat(4000)}&stop=1,1`)
  await expect(page.getByText('The link names no point that can be read.')).toBeVisible()
  await expect(page.getByText('is too long for an address')).toBeVisible()
  await expect(page.getByText('outside our area')).toBeVisible()
  await expectAccessible(page)

  const markup = await open(`/?lang=en&drop=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
  await expect(markup.getByText('No place was found for “<img src=x onerror=alert(1)>”')).toBeVisible()

  const asking = await open('/?lang=en&drop=Landstrasse')
  await expect(asking.getByRole('heading', { name: 'Where do you want to go?' })).toBeVisible()
  await expectAccessible(asking, '[role=dialog]')
  await asking.getByRole('listitem').getByRole('button').first().click()
  await expect(field(asking, 'Drop')).toHaveValue(/Landstrasse/)

  const arabic = await open('/?lang=ar&pickup=47.1')
  await expect(arabic.getByRole('alert')).toHaveText(/لا يمكن قراءة النقطة/)
})
