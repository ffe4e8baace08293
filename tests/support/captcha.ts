import type { Page } from '@playwright/test'
import type { CaptchaProvider } from '../../stack/web/captcha-origins.ts'

/** What the captcha of a test takes the person for; `asks` lets the person answer first. */
export type Opinion = 'human' | 'asks' | 'bot'

/** Matches every address of a provider. Nothing of it leaves this machine. */
export const hostsOf: Record<CaptchaProvider, RegExp> = {
  hcaptcha: /^https:\/\/([\w-]+\.)?hcaptcha\.com\//,
  turnstile: /^https:\/\/challenges\.cloudflare\.com\//
}

const frames: Record<CaptchaProvider, string> = {
  hcaptcha: 'https://newassets.hcaptcha.com/frame',
  turnstile: 'https://challenges.cloudflare.com/frame'
}

const frame = `<!doctype html><title>Captcha</title><body style="margin:0">
  <button style="height:60px;width:100%" onclick="parent.postMessage('answered', '*')">I am a person</button>`

/** Runs in the page in place of a provider's program. */
function program(provider: CaptchaProvider, frameUrl: string): void {
  const page = window as unknown as Record<string, unknown>
  type Options = Record<string, (token?: string) => void>
  const widgets = new Map<string, { options: Options; box: HTMLElement }>()
  const answer = ({ options }: { options: Options }) =>
    options.callback?.(`${page.captchaOpinion === 'bot' ? 'bot' : 'human'}-${crypto.randomUUID()}`)
  const run = (id: string) => {
    const widget = widgets.get(id)
    if (!widget) return
    if (page.captchaOpinion !== 'asks') return answer(widget)
    for (const frame of widget.box.querySelectorAll('iframe')) frame.hidden = false
    widget.options[provider === 'turnstile' ? 'before-interactive-callback' : 'open-callback']?.()
    addEventListener('message', () => answer(widget), { once: true })
  }
  page[provider] = {
    render(box: HTMLElement, options: Options) {
      const id = crypto.randomUUID()
      const frame = Object.assign(document.createElement('iframe'), { src: frameUrl, hidden: true, title: 'Captcha' })
      Object.assign(frame.style, { border: '0', width: '100%', height: '60px' })
      box.append(frame)
      widgets.set(id, { options, box })
      if (provider === 'turnstile') setTimeout(() => run(id))
      return id
    },
    execute: (id: string) => setTimeout(() => run(id)),
    remove: (id: string) => widgets.delete(id)
  }
  const { searchParams } = new URL((document.currentScript as HTMLScriptElement).src)
  ;(page[searchParams.get('onload') ?? ''] as () => void)()
}

/** Answers a page's requests to a provider of captchas with a program of our own. */
export async function standInFor(page: Page, provider: CaptchaProvider): Promise<void> {
  await page.route(hostsOf[provider], (route) =>
    route.request().resourceType() === 'script'
      ? route.fulfill({
          contentType: 'text/javascript',
          body: `(${program})(${JSON.stringify(provider)}, ${JSON.stringify(frames[provider])})`
        })
      : route.fulfill({ contentType: 'text/html', body: frame })
  )
}

/** Sets what the captcha takes the person for from now on. */
export const takeFor = (page: Page, opinion: Opinion): Promise<void> =>
  page.evaluate((value) => {
    Object.assign(window, { captchaOpinion: value })
  }, opinion)
