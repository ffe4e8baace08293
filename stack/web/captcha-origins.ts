export type CaptchaProvider = 'hcaptcha' | 'turnstile'

interface CaptchaOrigins {
  script: readonly string[]
  style: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

const cloudflare = ['https://challenges.cloudflare.com']
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']

/**
 * What a page with the provider's captcha has to be allowed:
 * https://developers.cloudflare.com/turnstile/reference/content-security-policy/ and
 * https://docs.hcaptcha.com/#content-security-policy-settings
 */
export const captchaOrigins: Record<CaptchaProvider, CaptchaOrigins> = {
  hcaptcha: { script: hcaptcha, style: hcaptcha, frame: hcaptcha, connect: hcaptcha },
  turnstile: { script: cloudflare, style: [], frame: cloudflare, connect: [] }
}

export const noCaptchaOrigins: CaptchaOrigins = { script: [], style: [], frame: [], connect: [] }
