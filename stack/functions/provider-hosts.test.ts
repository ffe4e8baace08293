import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { channelVariables, providerHosts } from './provider-hosts.ts'

const repository = resolve(import.meta.dirname, '../..')

it('the payments function can reach the enabled providers, and no other hosts', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hackney-hosts-'))
  const folder = join(root, 'supabase/functions/payments/providers')
  await mkdir(folder, { recursive: true })
  const both = {
    one: { variables: ['ONE_KEY', 'ONE_SECRET'], hosts: ['api.one.example', 'sandbox.one.example'] },
    other: { variables: ['OTHER_KEY'], hosts: ['api.other.example'] }
  }
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(both))
  const hosts = (env: Record<string, string>) => providerHosts('payments', root, env)
  expect(hosts({})).toEqual([])
  expect(hosts({ ONE_KEY: 'a', OTHER_KEY: ' ' })).toEqual([])
  expect(hosts({ ONE_KEY: 'a', ONE_SECRET: 'b' })).toEqual(['api.one.example', 'sandbox.one.example'])
  await rm(root, { recursive: true })
})

it('the host list has the real providers’ hosts, and none in a project without payments', () => {
  expect(providerHosts('payments', repository, { TEST_PAYMENTS_SECRET: 'a' })).toEqual([])
  expect(providerHosts('payments', tmpdir(), { TEST_PAYMENTS_SECRET: 'a' })).toEqual([])
})

const hosts = (name: string, env: Record<string, string>) => providerHosts(name, repository, env)

it('a sender of messages can reach the chosen providers of its channels, and a key alone chooses none', () => {
  const keys = {
    TWILIO_AUTH_TOKEN: 'a',
    TWILIO_ACCOUNT_SID: 'b',
    TWILIO_SENDER: 'c',
    RESEND_API_KEY: 'd',
    MAIL_FROM: 'e'
  }
  for (const name of ['auth-email', 'auth-sms', 'notifications', 'payments', 'places']) {
    expect(hosts(name, keys)).toEqual([])
  }
  const env = { ...keys, MAIL_PROVIDER: 'resend', SMS_PROVIDER: 'twilio' }
  expect(hosts('auth-email', env)).toEqual(['api.resend.com'])
  expect(hosts('auth-sms', env)).toEqual(['api.twilio.com'])
  expect(hosts('notifications', env)).toEqual(['api.resend.com', 'api.twilio.com'])
  expect(hosts('payments', env)).toEqual([])
})

it('providers of a list and of routes are all reachable', () => {
  expect(hosts('auth-sms', { SMS_PROVIDER: 'twilio, vonage' })).toEqual(['api.twilio.com', 'api.nexmo.com'])
  expect(hosts('auth-sms', { SMS_ROUTES: '33:vonage,*:twilio' })).toEqual(['api.twilio.com', 'api.nexmo.com'])
  expect(hosts('auth-sms', { SMS_PROVIDER: 'twilio2' })).toEqual([])
})

it('a mail server and a gateway of the firm are reachable by their variables', () => {
  const smtp = (env: Record<string, string>) => hosts('auth-email', { MAIL_PROVIDER: 'smtp', ...env })
  expect(smtp({ SMTP_URL: 'smtps://a:b@mail.example:465' })).toEqual(['mail.example'])
  expect(smtp({ SMTP_HOST: 'relay.example', SMTP_PORT: '2525' })).toEqual(['relay.example'])
  expect(smtp({ SMTP_HOST: '::1' })).toEqual(['[::1]'])
  expect(smtp({ SMTP_URL: 'none', SMTP_HOST: 'a b,c' })).toEqual([])
  const env = { SMS_PROVIDER: 'http', SMS_HTTP_URL: 'https://gateway.example/send?to={to}&text={text}' }
  expect(hosts('auth-sms', env)).toEqual(['gateway.example'])
})

it('the shell may choose and configure the senders of messages, and sets nothing else', () => {
  const shell = {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'desk@firm.example',
    SMS_ROUTES: '*:twilio',
    TWILIO_AUTH_TOKEN: 'a',
    TWILIO_SENDER: '',
    STRIPE_SECRET_KEY: 'b',
    MAILPIT_URL: 'http://elsewhere.example',
    PATH: '/bin'
  }
  const { STRIPE_SECRET_KEY, MAILPIT_URL, PATH, TWILIO_SENDER, ...expected } = shell
  expect(channelVariables(repository, shell)).toEqual(expected)
  expect(channelVariables(tmpdir(), shell)).toEqual({})
})
