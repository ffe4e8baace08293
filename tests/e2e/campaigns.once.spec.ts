/** News by mail and text message: agreed to in the profile, written in two languages, ended by the mail program, and stopped. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newestMail, service, textTo } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')

test('people who agreed get news by mail and text message in their language, a mail program unsubscribes them, and an admin stops the next news', async ({
  open,
  person,
  stack,
  picture
}) => {
  const admin = await person('admin@hackney.test')
  const [ann, ben] = await Promise.all(
    (['en', 'de'] as const).map(async (lang_locale) => {
      const email = `news-${lang_locale}-${randomUUID().slice(0, 8)}@hackney.test`
      const phone = `4237${randomInt(100_000, 999_999)}`
      const made = await service(stack).auth.admin.createUser({
        email,
        email_confirm: true,
        phone,
        phone_confirm: true
      })
      const id = made.data.user?.id ?? ''
      await service(stack)
        .from('profiles')
        .update({ first_name: 'Nora', last_name: 'Beck', lang_locale })
        .eq('id', id)
        .throwOnError()
      return { ...(await person(email)), email, phone: `+${phone}` }
    })
  )
  if (!ann || !ben) throw new Error('two people are needed')

  await test.step('a person agrees in the profile, on a phone in German', async () => {
    const page = await open('/profile', { as: ben, locale: 'de' })
    const news = page.getByRole('group', { name: 'Neuigkeiten und Angebote' })
    for (const name of [/per E-Mail/, /per SMS/]) {
      await expect(news.getByRole('switch', { name })).not.toBeChecked()
      await news.getByRole('switch', { name }).click()
      await expect(news.getByRole('switch', { name })).toBeChecked()
    }
    await expectAccessible(page)
    await picture(page, 'news-consent')
  })
  const agree = (channel: string) =>
    ann.client.rpc('save_news_consent', { channel, given: true, words: 'I want news.' }).throwOnError()
  await agree('mail')
  await agree('sms')
  const began = Date.now()

  const title = `Winter ${randomUUID().slice(0, 4)}`
  await test.step('an admin writes them in two languages, sees cost and previews, and sends them', async () => {
    const page = await open('/notifications', { as: admin })
    const form = page.getByRole('region', { name: 'New notification' })
    await form.getByRole('checkbox', { name: 'E-mail' }).check()
    await form.getByRole('checkbox', { name: 'Text message' }).check()
    await form.getByRole('checkbox', { name: 'App and browser' }).uncheck()
    await form.getByRole('textbox', { name: 'Title' }).fill(title)
    await form.getByRole('textbox', { name: 'Text' }).fill('Snow tonight: book early.')
    await form.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await form.getByRole('textbox', { name: 'Title' }).fill(`${title} auf Deutsch`)
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(form.getByText('Write a text.')).toBeVisible()
    await form.getByRole('textbox', { name: 'Text' }).fill('Heute Nacht schneit es: früh buchen.')
    await expect(form.getByText(/\d+ text messages? in \d+ billed parts\./)).toBeVisible()
    await expect(form.frameLocator('iframe').getByText('Heute Nacht schneit es')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'campaign')
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Send' }).click()
    await expect(row(page, title)).toBeVisible()
  })

  const first = await newestMail(stack, ben.email, began)
  expect(first.Subject).toBe(`${title} auf Deutsch`)
  expect(first.Text).toContain('Heute Nacht schneit es')
  expect((await newestMail(stack, ann.email, began)).Subject).toBe(title)
  expect(await textTo(stack, ben.phone, began)).toMatch(
    /: Heute Nacht schneit es: früh buchen\.\nKeine Neuigkeiten mehr: \S+\/m\/[0-9a-f]{24}$/
  )
  expect(await textTo(stack, ann.phone, began)).toMatch(/: Snow tonight: book early\.\nNo more news: \S+/)

  await test.step('the mail program unsubscribes by a POST; opening the address ends nothing', async () => {
    const headers = (await (await fetch(`${stack.INBOX_URL}/api/v1/message/${first.ID}/headers`)).json()) as Record<
      string,
      string[]
    >
    expect(headers['List-Unsubscribe-Post']).toEqual(['List-Unsubscribe=One-Click'])
    const address = /^<(\S+)>$/.exec(headers['List-Unsubscribe']?.[0] ?? '')?.[1] ?? ''
    const agreed = async () =>
      unwrap(await ben.client.rpc('news_consents')).find(({ channel }) => channel === 'mail')?.given
    const opened = await fetch(address, { redirect: 'manual' })
    expect([opened.status, await agreed()]).toEqual([303, true])
    const page = await open(new URL(opened.headers.get('location') ?? '').pathname, { isNew: true })
    await expect(page.getByRole('switch', { name: /by e-mail/ })).toBeChecked()
    await expectAccessible(page)
    await picture(page, 'news-choice')
    const pressed = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    })
    expect([pressed.status, await agreed()]).toEqual([200, false])
  })

  const again = await test.step('the next news do not reach who unsubscribed', async () => {
    const since = Date.now()
    const draft = { title: `${title} again`, body: 'Ice.', channels: ['mail'] }
    const { id } = unwrap(await admin.client.from('notifications').insert(draft).select().single())
    unwrap(await admin.client.rpc('send_notification', { notification_id: id }))
    expect((await newestMail(stack, ann.email, since)).Subject).toBe(`${title} again`)
    const { messages } = (await (await fetch(`${stack.INBOX_URL}/api/v1/search?query=to:${ben.email}`)).json()) as {
      messages: { Subject: string }[]
    }
    expect(messages.map(({ Subject }) => Subject)).not.toContain(`${title} again`)
    return since
  })

  await test.step('an admin stops news that wait for the morning, and the list says what became of them', async () => {
    const hour = (later: number) => new Date(Date.now() + later * 3_600_000).toISOString().slice(11, 16)
    const quiet = (from: string, to: string) =>
      service(stack)
        .from('settings')
        .update({ quiet_from: from, quiet_to: to, time_zone: 'UTC' })
        .eq('id', 1)
        .throwOnError()
    const { time_zone } = unwrap(await service(stack).from('settings').select('time_zone').eq('id', 1).single())
    await quiet(hour(-1), hour(2))
    const draft = { title: `${title} at night`, body: 'Dark.', channels: ['sms'] }
    const { id } = unwrap(await admin.client.from('notifications').insert(draft).select().single())
    unwrap(await admin.client.rpc('send_notification', { notification_id: id }))
    const page = await open(`/notifications?q=${encodeURIComponent(draft.title)}`, { as: admin })
    await row(page, draft.title)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Stop sending' }).click()
    await dialog(page).getByRole('button', { name: 'Stop sending' }).click()
    await expect(row(page, draft.title).getByText(/^Stopped: 0 sent, \d+ dropped, 0 refused$/)).toBeVisible()
    await service(stack).from('settings').update({ quiet_from: '', quiet_to: '', time_zone }).eq('id', 1).throwOnError()
    await expect(textTo(stack, ann.phone, again)).rejects.toThrow('no text message')
  })
})
