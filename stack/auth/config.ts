import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../failure.ts'
import type { CaptchaProvider } from '../web/captcha-origins.ts'
import type { HookFunction } from './hook.ts'
import { createReader, layOver, parseToml, type Reader, type Table } from './toml.ts'

/** Auth's configuration from `supabase/config.toml`. Durations are seconds, limits are counts. */
export interface AuthConfig {
  /** Pages to which a link may lead in addition to the site itself, as addresses or as patterns with `*`, `**` and `?`. */
  redirectUrls: string[]
  signupEnabled: boolean
  /** Lifetime of an access token (s). */
  jwtExpiry: number
  /** How long a refresh token may still be used after it was exchanged for a new one (s). */
  reuseInterval: number
  /** Digits of a code by mail. */
  otpLength: number
  otpExpiry: number
  /** Minimum time between two mails that one client requests for one address (s). */
  maxFrequency: number
  email: {
    enabled: boolean
    /** Whether a sign-up with a password must be confirmed by mail. */
    confirmations: boolean
    /** Whether a change of address must also be confirmed from the old address. */
    doubleConfirmChanges: boolean
    /** Whether a new password needs a recent sign-in or a code. */
    securePasswordChange: boolean
  }
  phone: {
    enabled: boolean
    confirmations: boolean
    maxFrequency: number
    /** Digits of a code by text message. Not in config.toml: the CLI has no key for it. */
    otpLength: number
    /** Fixed codes of telephone numbers to which no message is sent, by number without `+`. */
    testOtp: Map<string, string>
  }
  password: { minLength: number; requirements: string }
  /** Second factors: codes of an authenticator app (TOTP). */
  mfa: {
    enrollEnabled: boolean
    verifyEnabled: boolean
    /** Largest number of factors of one person, verified or not. */
    maxEnrolledFactors: number
  }
  limits: {
    /** Largest number of mails per hour, over all addresses. */
    emailSent: number
    /** Largest number of text messages per hour, over all numbers. */
    smsSent: number
    /** Largest number of code checks in five minutes, per client address. */
    tokenVerifications: number
    /** Largest number of token refreshes in five minutes, per client address. */
    tokenRefresh: number
    /** Largest number of sign-ups, sign-ins and requested codes in five minutes, per client address. */
    signInSignUps: number
  }
  /** Longest lifetime of a session (s); null for no limit. */
  timebox: number | null
  inactivityTimeout: number | null
  accessTokenHook: HookFunction | null
  beforeUserCreatedHook: HookFunction | null
  sendEmailHook: HttpHook | null
  sendSmsHook: HttpHook | null
  providers: Map<string, ProviderConfig>
  /** The captcha of requests that send messages or try passwords; null for none. */
  captcha: Captcha | null
}

export interface Captcha {
  provider: CaptchaProvider
  secret: string
  /** Where the provider judges tokens. A file of `--auth-config` can name a judge on this machine for tests. */
  url: string
}

/** A hook that is called by HTTP, with the keys that sign its requests. */
export interface HttpHook {
  uri: string
  secrets: Buffer[]
}

export interface ProviderConfig {
  clientId: string
  secret: string
  /** Base address of the provider; empty for the provider's usual address. */
  url: string
  /** The address to which the provider sends people back; empty for `<API>/auth/v1/callback`. */
  redirectUri: string
}

/** Path of the values that override config.toml in the embedded stack. config.toml itself has the values of production. */
export const developmentFile = join(import.meta.dirname, 'development.toml')

/** Digits of the shortest and the longest code of Supabase Auth. */
const shortestCode = 6
const longestCode = 10

/** Returns the length of codes for a configured one. Like Auth, it takes the shortest if Auth has no codes of that length. */
const codeLength = (length: number): number => (length >= shortestCode && length <= longestCode ? length : shortestCode)

/**
 * Reads the `[auth]` part of a project's config.toml. If the file or a key is missing, the Supabase CLI's default applies.
 *
 * @param file Path of config.toml.
 * @param env Variables that replace `env(NAME)` in the file.
 * @param over Paths of files whose values override the project's, and those of the files before.
 * @throws Failure naming file and key if a value is invalid.
 */
export async function readAuthConfig(file: string, env: NodeJS.ProcessEnv, ...over: string[]): Promise<AuthConfig> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const further = await Promise.all(over.map(async (path) => parseToml(await readFile(path, 'utf8'), path)))
  return authConfigOf(further.reduce(layOver, parseToml(text, file)), file, env)
}

/** Parses the text of a config.toml. `file` is the path that error messages name. */
export function parseAuthConfig(text: string, file: string, env: NodeJS.ProcessEnv): AuthConfig {
  return authConfigOf(parseToml(text, file), file, env)
}

/** Returns how many digits a code by mail has by the text of a config.toml. `file` is the path that error messages name. */
export const mailCodeLengthOf = (text: string, file: string): number =>
  mailCodeLength(createReader(parseToml(text, file), file, {}))

const mailCodeLength = ({ number }: Reader): number => codeLength(number('auth.email.otp_length', shortestCode))

function authConfigOf(table: Table, file: string, env: NodeJS.ProcessEnv): AuthConfig {
  const values = createReader(table, file, env)
  const { boolean, number, string, duration } = values
  return {
    redirectUrls: [string('auth.site_url', ''), ...values.strings('auth.additional_redirect_urls')].filter(Boolean),
    signupEnabled: boolean('auth.enable_signup', true),
    jwtExpiry: number('auth.jwt_expiry', 3600),
    reuseInterval: number('auth.refresh_token_reuse_interval', 10),
    otpLength: mailCodeLength(values),
    otpExpiry: number('auth.email.otp_expiry', 3600),
    maxFrequency: duration('auth.email.max_frequency', '1s') ?? 1,
    email: {
      enabled: boolean('auth.email.enable_signup', true),
      confirmations: boolean('auth.email.enable_confirmations', false),
      doubleConfirmChanges: boolean('auth.email.double_confirm_changes', true),
      securePasswordChange: boolean('auth.email.secure_password_change', false)
    },
    phone: {
      enabled: boolean('auth.sms.enable_signup', false),
      confirmations: boolean('auth.sms.enable_confirmations', false),
      maxFrequency: duration('auth.sms.max_frequency', '5s') ?? 5,
      otpLength: shortestCode,
      testOtp: new Map(
        values.keys('auth.sms.test_otp').map((phone) => [phone, String(string(`auth.sms.test_otp.${phone}`, ''))])
      )
    },
    password: {
      minLength: number('auth.minimum_password_length', 6),
      requirements: string('auth.password_requirements', '')
    },
    mfa: {
      enrollEnabled: boolean('auth.mfa.totp.enroll_enabled', false),
      verifyEnabled: boolean('auth.mfa.totp.verify_enabled', false),
      maxEnrolledFactors: number('auth.mfa.max_enrolled_factors', 10)
    },
    limits: {
      emailSent: number('auth.rate_limit.email_sent', 2),
      smsSent: number('auth.rate_limit.sms_sent', 30),
      tokenVerifications: number('auth.rate_limit.token_verifications', 30),
      tokenRefresh: number('auth.rate_limit.token_refresh', 150),
      signInSignUps: number('auth.rate_limit.sign_in_sign_ups', 30)
    },
    timebox: duration('auth.sessions.timebox', null),
    inactivityTimeout: duration('auth.sessions.inactivity_timeout', null),
    accessTokenHook: sqlHook(values, 'auth.hook.custom_access_token', file),
    beforeUserCreatedHook: sqlHook(values, 'auth.hook.before_user_created', file),
    sendEmailHook: httpHook(values, 'auth.hook.send_email'),
    sendSmsHook: httpHook(values, 'auth.hook.send_sms'),
    providers: providersOf(values),
    captcha: captchaOf(values)
  }
}

function providersOf(values: Reader): Map<string, ProviderConfig> {
  const names = values.keys('auth.external').filter((name) => values.boolean(`auth.external.${name}.enabled`, false))
  return new Map(
    names.map((name) => {
      const key = `auth.external.${name}`
      const clientId = values.string(`${key}.client_id`, '')
      if (clientId === '') throw values.wrong(`${key}.client_id`, 'set, since the provider is enabled')
      const url = values.string(`${key}.url`, '').replace(/\/+$/, '')
      const secret = values.string(`${key}.secret`, '')
      return [name, { clientId, secret, url, redirectUri: values.string(`${key}.redirect_uri`, '') }]
    })
  )
}

/** Where the providers judge tokens. */
const judges: Record<CaptchaProvider, string> = {
  hcaptcha: 'https://hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
}

/** Returns the provider of the captcha by the text of a config.toml, also if the captcha is off there. */
export const captchaProviderOf = (text: string, file: string): CaptchaProvider =>
  captchaProvider(createReader(parseToml(text, file), file, {}))

function captchaProvider(values: Reader): CaptchaProvider {
  const name = values.string('auth.captcha.provider', 'hcaptcha')
  const provider = (Object.keys(judges) as CaptchaProvider[]).find((known) => known === name)
  if (!provider) throw values.wrong('auth.captcha.provider', Object.keys(judges).join(' or '))
  return provider
}

function captchaOf(values: Reader): Captcha | null {
  if (!values.boolean('auth.captcha.enabled', false)) return null
  const provider = captchaProvider(values)
  const secret = values.string('auth.captcha.secret', '').trim()
  if (secret === '') throw values.wrong('auth.captcha.secret', 'set, since the captcha is enabled')
  return { provider, secret, url: values.string('auth.captcha.url', judges[provider]) }
}

function httpHook(values: Reader, key: string): HttpHook | null {
  if (!values.boolean(`${key}.enabled`, false)) return null
  const uri = values.string(`${key}.uri`, '')
  if (!/^https?:\/\//.test(uri)) throw values.wrong(`${key}.uri`, 'an http or https address')
  const secrets = values.string(`${key}.secrets`, '').split('|')
  return {
    uri,
    secrets: secrets.map((secret) => {
      const encoded = /^v1,whsec_([A-Za-z0-9+/=_-]{24,})$/.exec(secret.trim())?.[1]
      if (!encoded) throw values.wrong(`${key}.secrets`, 'written as "v1,whsec_<base64>"')
      return Buffer.from(encoded, 'base64')
    })
  }
}

function sqlHook(values: Reader, key: string, file: string): HookFunction | null {
  if (!values.boolean(`${key}.enabled`, false)) return null
  const uri = values.string(`${key}.uri`, '')
  const [, schema, name] = /^pg-functions:\/\/[^/]+\/([a-z_]\w*)\/([a-z_]\w*)$/i.exec(uri) ?? []
  if (schema && name) return { schema, name }
  throw new Failure(
    `${file}: ${key}.uri must name a SQL function`,
    'Write it as "pg-functions://postgres/<schema>/<function>".'
  )
}
