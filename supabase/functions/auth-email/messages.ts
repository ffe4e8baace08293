import type { Language } from '../_shared/messages/language.ts'
import type { Action } from './contract.ts'

interface Words {
  subject: string
  line: string
}

interface Texts {
  actions: Record<Action, (code: string) => Words>
  asked: (time: string) => string
  once: (site: string) => string
  link: (address: string) => string
  ignore: string
}

const english: Texts = {
  actions: {
    signup: (code) => ({ subject: `${code} is your Hackney sign-in code`, line: `Your sign-in code is ${code}` }),
    magiclink: (code) => ({ subject: `${code} is your Hackney sign-in code`, line: `Your sign-in code is ${code}` }),
    recovery: (code) => ({
      subject: 'Set a new Hackney password',
      line: `Your code for setting a new password is ${code}`,
    }),
    invite: (code) => ({ subject: 'You are invited to Hackney', line: `Your code for accepting is ${code}` }),
    email_change: (code) => ({
      subject: 'Confirm your new e-mail address at Hackney',
      line: `Your code for changing the e-mail address is ${code}`,
    }),
    reauthentication: (code) => ({
      subject: `${code} is your Hackney confirmation code`,
      line: `Your confirmation code is ${code}`,
    }),
  },
  asked: (time) => `It was requested on ${time}`,
  once: (site) => `It works once and not for long, at ${site}`,
  link: (address) => `Or follow this link: ${address}`,
  ignore: 'If you did not ask for it, do not type it anywhere and give it to nobody: nobody gets in without the code.',
}

const german: Texts = {
  actions: {
    signup: (code) => ({ subject: `${code} ist dein Anmeldecode für Hackney`, line: `Dein Anmeldecode ist ${code}` }),
    magiclink: (code) => ({
      subject: `${code} ist dein Anmeldecode für Hackney`,
      line: `Dein Anmeldecode ist ${code}`,
    }),
    recovery: (code) => ({
      subject: 'Neues Passwort für Hackney',
      line: `Dein Code für ein neues Passwort ist ${code}`,
    }),
    invite: (code) => ({
      subject: 'Du bist zu Hackney eingeladen',
      line: `Dein Code zum Annehmen der Einladung ist ${code}`,
    }),
    email_change: (code) => ({
      subject: 'Bestätige deine neue E-Mail-Adresse bei Hackney',
      line: `Dein Code zum Ändern der E-Mail-Adresse ist ${code}`,
    }),
    reauthentication: (code) => ({
      subject: `${code} ist dein Bestätigungscode für Hackney`,
      line: `Dein Bestätigungscode ist ${code}`,
    }),
  },
  asked: (time) => `Er wurde am ${time} angefordert`,
  once: (site) => `Er gilt einmal und nicht lange, auf ${site}`,
  link: (address) => `Oder folge diesem Link: ${address}`,
  ignore:
    'Wenn du ihn nicht angefordert hast, gib ihn nirgends ein und an niemanden weiter: Ohne den Code kommt niemand hinein.',
}

const arabic: Texts = {
  actions: {
    signup: (code) => ({ subject: `${code} هو رمز تسجيل الدخول إلى Hackney`, line: `رمز تسجيل الدخول هو ${code}` }),
    magiclink: (code) => ({ subject: `${code} هو رمز تسجيل الدخول إلى Hackney`, line: `رمز تسجيل الدخول هو ${code}` }),
    recovery: (code) => ({ subject: 'كلمة مرور جديدة في Hackney', line: `رمز تعيين كلمة مرور جديدة هو ${code}` }),
    invite: (code) => ({ subject: 'أنت مدعو إلى Hackney', line: `رمز قبول الدعوة هو ${code}` }),
    email_change: (code) => ({
      subject: 'أكّد عنوان بريدك الإلكتروني الجديد في Hackney',
      line: `رمز تغيير عنوان البريد الإلكتروني هو ${code}`,
    }),
    reauthentication: (code) => ({ subject: `${code} هو رمز التأكيد في Hackney`, line: `رمز التأكيد هو ${code}` }),
  },
  asked: (time) => `طُلب في ${time}`,
  once: (site) => `يعمل مرة واحدة ولمدة قصيرة، على ${site}`,
  link: (address) => `أو اتبع هذا الرابط: ${address}`,
  ignore: 'إذا لم تطلبه فلا تُدخله في أي مكان ولا تعطه لأحد: لا يدخل أحد من دون الرمز.',
}

const texts: Record<Language, Texts> = { en: english, de: german, ar: arabic }

const locales: Record<Language, string> = { en: 'en-GB', de: 'de', ar: 'ar-u-nu-latn' }

/** Returns a time in words, in UTC: Auth's event does not say in which time zone the person is. */
const wordsOf = (time: Date, language: Language): string =>
  `${
    new Intl.DateTimeFormat(locales[language], {
      dateStyle: 'long',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }).format(time)
  } UTC`

/**
 * Returns the mail with a code. The text has no other number of the code's length, so that programs can find the code.
 *
 * @param link address that does the same as the code; empty if the mail needs no link
 * @param askedAt when the code was requested, so that a person can tell their own request from a stranger's
 */
export function composeMail(
  language: Language,
  action: Action,
  { code, link, site, askedAt }: { code: string; link: string; site: string; askedAt: Date },
): { subject: string; text: string } {
  const { actions, asked, once, link: linkLine, ignore } = texts[language]
  const { subject, line } = actions[action](code)
  const lines = [line, asked(wordsOf(askedAt, language)), once(site), ...(link ? [linkLine(link)] : []), ignore]
  return { subject, text: lines.join('\n\n') }
}
