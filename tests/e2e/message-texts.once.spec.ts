/** The office changes the words of its messages, sees them as people get them, tries them, and takes them back. */
import { paths } from '../../src/config/paths.ts'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

test.afterEach(async ({ stack }) => {
  unwrap(await service(stack).from('languages').update({ key_value_pairs: {} }).eq('lang_locale', 'en').select())
})

test('an admin rewrites a message, gets a test of it, gives the mail other words, and uses earlier ones again', async ({
  open,
  person,
  picture,
  stack
}) => {
  const page = await open(paths.messageTexts, { as: await person('admin@hackney.test') })
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('here')
  await page.getByRole('button', { name: 'Your driver is here' }).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  const save = page.getByRole('button', { name: 'Save' })
  const preview = page.getByRole('region', { name: 'Preview' })
  await expectAccessible(page)
  await expectEveryManner(page, 'message-texts', { keep: picture })

  await test.step('a placeholder that nobody can fill in is refused', async () => {
    await title.fill('{{car}} is here')
    await expect(page.getByRole('alert')).toHaveText('Pages cannot fill in {{car}}.')
    await expect(save).toBeDisabled()
  })

  await test.step('the preview shows the words at once, and the test brings them to the own address', async () => {
    await title.fill('Taxi outside')
    await preview.getByRole('radio', { name: 'Mail' }).click()
    await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Taxi outside')
    await preview.getByRole('button', { name: 'Send me a test' }).click()
    await expect(page.getByText('Sent to admin@hackney.test')).toBeVisible()
    await expect(async () => {
      const { messages } = await (await fetch(`${stack.INBOX_URL}/api/v1/messages?limit=20`)).json()
      expect(JSON.stringify(messages)).toContain('Taxi outside')
    }).toPass()
    await save.click()
    await expect(save).toHaveCount(0)
  })

  await test.step('mails get other words, the app keeps those of all channels', async () => {
    await page.getByRole('radiogroup', { name: 'Words for' }).getByRole('radio', { name: 'Mail' }).click()
    await expect(title).toHaveAttribute('placeholder', 'Taxi outside')
    await title.fill('Your taxi waits outside')
    await page.keyboard.press('Control+s')
    await expect(save).toHaveCount(0)
    const [english] = unwrap(
      await service(stack).from('languages').select('key_value_pairs').eq('lang_locale', 'en')
    ) as { key_value_pairs: Record<string, string> }[]
    expect(english?.key_value_pairs).toEqual({ 'notices.driver_arrived.title': 'Taxi outside' })
  })

  await test.step('earlier words are listed with their writer, and used again', async () => {
    await page.getByRole('radiogroup', { name: 'Words for' }).getByRole('radio', { name: 'All channels' }).click()
    await title.fill('Come out')
    await save.click()
    await expect(save).toHaveCount(0)
    await page.getByRole('button', { name: 'Earlier versions' }).click()
    const versions = page.getByRole('dialog').getByRole('listitem')
    await expect(versions.first()).toContainText('Come out')
    await expectAccessible(page)
    await picture(page, 'message-versions')
    await versions.filter({ hasText: 'Taxi outside' }).first().getByRole('button', { name: 'Use again' }).click()
    await expect(title).toHaveValue('Taxi outside')
    await save.click()
    await expect(save).toHaveCount(0)
  })
})
