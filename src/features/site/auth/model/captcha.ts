import type { env } from '@/config/env'
import { AppError } from '@/lib/server/errors'

export type CaptchaSettings = NonNullable<(typeof env)['captcha']>
type Provider = CaptchaSettings['provider']

/** The part of both providers' programs that we use. */
interface Api {
  render(box: HTMLElement, options: object): string | undefined
  execute(widget: string): void
  remove(widget: string): void
}

const programs: Record<Provider, string> = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js'
}

/** How long the program may take to load, and then to judge without a question to the person (ms). */
const PATIENCE_MS = 20_000

/** Name of the function that a provider's program calls when it is ready. */
const READY = 'hackneyCaptchaReady'

/** The window, as the providers' programs extend it. */
const shared = () => window as unknown as Record<string, unknown>

const apiOf = (provider: Provider) => shared()[provider] as Api | undefined

let loading: Promise<Api> | null = null

/** Loads the provider's program once. @throws AppError `captcha_unreachable`; the next call tries again */
function loadApi(provider: Provider): Promise<Api> {
  const loaded = apiOf(provider)
  if (loaded) return Promise.resolve(loaded)
  loading ??= new Promise<Api>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new AppError('captcha_unreachable'))
    }
    const timer = setTimeout(fail, PATIENCE_MS)
    shared()[READY] = () => {
      clearTimeout(timer)
      const api = apiOf(provider)
      if (api) resolve(api)
      else fail()
    }
    script.onerror = fail
    script.async = true
    script.src = `${programs[provider]}?render=explicit&onload=${READY}`
    document.head.append(script)
  }).finally(() => {
    loading = null
  })
  return loading
}

/** Where and how a captcha is shown. */
interface Show {
  /** The element in which the provider may ask the person. */
  place: HTMLElement
  language: string
  isDark: boolean
  /** Called with true when the provider asks the person something, so that there is no time limit any more. */
  onAsk(isAsking: boolean): void
}

type Answers = Record<'done' | 'unreachable' | 'failed' | 'asking', (token?: string) => void>

/** The options of the provider's widget: it shows nothing as long as it has no question. */
const optionsOf: Record<Provider, (answers: Answers, show: Show) => object> = {
  turnstile: ({ done, unreachable, failed, asking }, { language, isDark }) => ({
    appearance: 'interaction-only',
    size: 'flexible',
    retry: 'never',
    theme: isDark ? 'dark' : 'light',
    language,
    callback: done,
    'error-callback': () => {
      unreachable()
      return true
    },
    'before-interactive-callback': asking,
    'timeout-callback': failed,
    'unsupported-callback': failed
  }),
  hcaptcha: ({ done, unreachable, failed, asking }, { language, isDark }) => ({
    size: 'invisible',
    theme: isDark ? 'dark' : 'light',
    hl: language,
    callback: done,
    'error-callback': unreachable,
    'open-callback': asking,
    'close-callback': failed,
    'chalexpired-callback': failed
  })
}

/**
 * Solves a captcha, and returns its token. Each token counts for one request, so each call solves another.
 *
 * @throws AppError `captcha_unreachable` if the provider's program or its servers do not answer, `captcha_failed` if the person
 * leaves its question
 */
export async function solveCaptcha({ provider, siteKey }: CaptchaSettings, show: Show): Promise<string> {
  const api = await loadApi(provider)
  const box = document.createElement('div')
  show.place.append(box)
  let widget: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      const unreachable = () => reject(new AppError('captcha_unreachable'))
      timer = setTimeout(unreachable, PATIENCE_MS)
      const answers: Answers = {
        done: (token) => (token ? resolve(token) : unreachable()),
        unreachable,
        failed: () => reject(new AppError('captcha_failed')),
        asking: () => {
          clearTimeout(timer)
          show.onAsk(true)
        }
      }
      widget = api.render(box, { sitekey: siteKey, ...optionsOf[provider](answers, show) })
      if (provider === 'hcaptcha' && widget !== undefined) api.execute(widget)
    })
  } finally {
    clearTimeout(timer)
    show.onAsk(false)
    if (widget !== undefined) api.remove(widget)
    box.remove()
  }
}
