import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/server/errors'
import { type SignIn, useSignIn } from './use-sign-in'

interface Failure {
  error: { status?: number; code?: string; message: string } | null
}
const auth = vi.hoisted(() => ({ signInWithOtp: vi.fn(), verifyOtp: vi.fn() }))
vi.mock('@/lib/session/auth-client', () => ({ loadAuth: async () => auth }))
vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (keys: string[]) => keys[0], i18n: { language: 'en' } })
}))
const env = vi.hoisted(() => ({ captcha: null as object | null }))
vi.mock('@/config/env', () => ({ env }))
const solveCaptcha = vi.hoisted(() => vi.fn())
vi.mock('../model/captcha', () => ({ solveCaptcha }))

const answers = (error: Failure['error'] = null): Failure => ({ error })
let signIn: SignIn
let root: ReturnType<typeof createRoot>

function Probe() {
  signIn = useSignIn()
  return null
}
const step = (work: () => void) => act(async () => work())

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sessionStorage.clear()
  auth.signInWithOtp.mockReset().mockResolvedValue(answers())
  env.captcha = null
  let tokens = 0
  solveCaptcha.mockReset().mockImplementation(async () => `t${++tokens}`)
  auth.verifyOtp.mockReset().mockResolvedValue(answers())
  root = createRoot(document.createElement('div'))
  await step(() => root.render(<Probe />))
})
afterEach(() => step(() => root.unmount()))

/** Requests a code for an address. */
async function ask(contact = 'rider@hackney.test') {
  await step(() => signIn.setContact(contact))
  await step(() => signIn.request())
}

// Spec 2.31, 4.55
it('a requested code is stored with its address, and cancelling removes both', async () => {
  await ask()
  expect(signIn.sentTo).toBe('rider@hackney.test')
  await step(() => signIn.setCode('123'))
  await step(() => signIn.cancel())
  expect(signIn).toMatchObject({ sentTo: null, contact: '', code: '', problem: null, renewals: 0 })
  await step(() => root.unmount())
  root = createRoot(document.createElement('div'))
  await step(() => root.render(<Probe />))
  expect(signIn.sentTo).toBeNull()
})

// Spec 4.55
it('after a code failed to send there is nothing to verify, and new input clears the error', async () => {
  auth.signInWithOtp.mockResolvedValue(answers({ code: 'email_address_invalid', message: 'no' }))
  await ask()
  expect(signIn).toMatchObject({ sentTo: null, problem: 'proper_email' })
  await step(() => signIn.setContact('rider2@hackney.test'))
  expect(signIn).toMatchObject({ sentTo: null, problem: null })
})

// Spec 4.55
it('if a second code fails to send, the first one stays valid', async () => {
  await ask()
  auth.signInWithOtp.mockResolvedValue(answers({ code: 'over_email_send_rate_limit', message: 'wait' }))
  await step(() => signIn.request('rider@hackney.test'))
  expect(signIn).toMatchObject({ sentTo: 'rider@hackney.test', problem: 'too_many_requests', renewals: 0 })
})

it.each(['code_not_sent', 'receiver_refused'])('a code that no provider could send is %s', async (key) => {
  auth.signInWithOtp.mockResolvedValue(answers({ status: 429, code: 'unexpected_failure', message: key }))
  await ask()
  expect(signIn).toMatchObject({ sentTo: null, problem: key })
})

it.each([
  ['with a code', { code: 'unexpected_failure', message: 'Database error' }],
  ['without one', { message: 'Something nobody foresaw' }]
])('an unexpected failure to send a code is login_error, %s', async (_, error) => {
  auth.signInWithOtp.mockResolvedValue(answers(error))
  await ask()
  expect(signIn.problem).toBe('login_error')
})

it('a 500 is repeated once, as Auth answers simultaneous first requests with it', async () => {
  const failure = answers({ status: 500, code: 'unexpected_failure', message: 'Database error saving new user' })
  auth.signInWithOtp.mockResolvedValueOnce(failure)
  await ask()
  expect(signIn).toMatchObject({ sentTo: 'rider@hackney.test', problem: null })
  expect(auth.signInWithOtp).toHaveBeenCalledTimes(2)
  await step(() => signIn.cancel())
  auth.signInWithOtp.mockResolvedValue(failure)
  await ask()
  expect(signIn).toMatchObject({ sentTo: null, problem: 'login_error' })
  expect(auth.signInWithOtp).toHaveBeenCalledTimes(4)
})

it('with a captcha each request has a token of its own, also one that is repeated', async () => {
  env.captcha = { provider: 'turnstile', siteKey: 'key' }
  auth.signInWithOtp.mockResolvedValueOnce(answers({ status: 500, message: 'Database error saving new user' }))
  await ask()
  await step(() => signIn.request('rider@hackney.test'))
  expect(auth.signInWithOtp.mock.calls.map(([{ options }]) => options.captchaToken)).toEqual(['t1', 't2', 't3'])
})

it('a captcha that does not load is reported, no code is requested, and a retry asks for the same contact', async () => {
  env.captcha = { provider: 'turnstile', siteKey: 'key' }
  solveCaptcha.mockRejectedValueOnce(new AppError('captcha_unreachable'))
  await ask()
  expect(signIn).toMatchObject({ sentTo: null, problem: 'captcha_unreachable' })
  expect(auth.signInWithOtp).not.toHaveBeenCalled()
  await step(() => signIn.retry())
  expect(signIn).toMatchObject({ sentTo: 'rider@hackney.test', problem: null })
})

it('without a captcha no token is sent', async () => {
  await ask()
  expect(auth.signInWithOtp.mock.lastCall?.[0].options).toEqual({ shouldCreateUser: true })
  expect(solveCaptcha).not.toHaveBeenCalled()
})

it('a repetition that comes too soon means that the other request has sent the code', async () => {
  auth.signInWithOtp.mockResolvedValueOnce(answers({ status: 500, message: 'Database error saving new user' }))
  auth.signInWithOtp.mockResolvedValueOnce(
    answers({ status: 429, code: 'over_email_send_rate_limit', message: 'wait' })
  )
  await ask()
  expect(signIn).toMatchObject({ sentTo: 'rider@hackney.test', problem: null })
})

it('an address with letters to which no code can be sent is refused with the reason', async () => {
  await ask('jürg@hackney.test')
  expect(signIn).toMatchObject({ sentTo: null, problem: 'email_ascii' })
  expect(auth.signInWithOtp).not.toHaveBeenCalled()
})

// Spec 8.15, 8.48
it('an unexpected failure to check a code is login_error, and further typing clears it', async () => {
  await ask()
  auth.verifyOtp.mockResolvedValue(answers({ code: 'unexpected_failure', message: 'Database error' }))
  await step(() => signIn.verify('123456'))
  expect(signIn.problem).toBe('login_error')
  await step(() => signIn.setCode('1'))
  expect(signIn).toMatchObject({ problem: null, sentTo: 'rider@hackney.test' })
})
