/**
 * Languages of the simulated drivers' chat messages. A driver replies in the language of the rider's message.
 */
export type Tongue = 'en' | 'de' | 'ar'

export interface Phrases {
  coming: string
  askCode: string
  askParcelCode: string
  wrongCode: string
  lockedCode: string
  thanksCode: string
  goodbye: string
  where: (minutes: number) => string
  here: string
  noHurry: string
  welcome: string
  yes: string
}

export const phrases: Record<Tongue, Phrases> = {
  en: {
    coming: 'Hello, I am on my way.',
    askCode: 'I am here. What is your start code? It has five digits.',
    askParcelCode: 'I am at the door with the parcel. What is the code? It has five digits.',
    wrongCode: 'That code does not fit. Would you look again, please?',
    lockedCode: 'The code is locked now. I am afraid you have to book again.',
    thanksCode: 'Thank you, it fits. Let us go.',
    goodbye: 'Thank you for riding with me. Goodbye!',
    where: (minutes) => (minutes > 0 ? `About ${minutes} min away.` : 'I am almost there.'),
    here: 'I am at the pickup point.',
    noHurry: 'No hurry, I wait.',
    welcome: 'You are welcome.',
    yes: 'All right.'
  },
  de: {
    coming: 'Guten Tag, ich bin unterwegs.',
    askCode: 'Ich bin da. Wie lautet Ihr Startcode? Es sind fünf Ziffern.',
    askParcelCode: 'Ich bin mit dem Paket da. Wie lautet der Code? Es sind fünf Ziffern.',
    wrongCode: 'Der Code passt nicht. Schauen Sie bitte noch einmal nach?',
    lockedCode: 'Der Code ist jetzt gesperrt. Sie müssen leider neu buchen.',
    thanksCode: 'Danke, er passt. Los geht es.',
    goodbye: 'Danke für die Fahrt. Auf Wiedersehen!',
    where: (minutes) => (minutes > 0 ? `Noch etwa ${minutes} Min.` : 'Ich bin gleich da.'),
    here: 'Ich stehe am Abholort.',
    noHurry: 'Keine Eile, ich warte.',
    welcome: 'Gern geschehen.',
    yes: 'In Ordnung.'
  },
  ar: {
    coming: 'مرحبًا، أنا في الطريق.',
    askCode: 'وصلتُ. ما رمز البدء؟ إنه خمسة أرقام.',
    askParcelCode: 'أنا عند الباب ومعي الطرد. ما الرمز؟ إنه خمسة أرقام.',
    wrongCode: 'هذا الرمز غير صحيح. هل يمكنك التحقق مرة أخرى؟',
    lockedCode: 'الرمز مقفل الآن. للأسف عليك الحجز من جديد.',
    thanksCode: 'شكرًا، الرمز صحيح. هيا بنا.',
    goodbye: 'شكرًا لركوبك معي. مع السلامة!',
    where: (minutes) => (minutes > 0 ? `بعد نحو ${minutes} دقيقة.` : 'أنا على وشك الوصول.'),
    here: 'أنا في نقطة الانطلاق.',
    noHurry: 'لا داعي للعجلة، أنا أنتظر.',
    welcome: 'على الرحب والسعة.',
    yes: 'حسنًا.'
  }
}

const german =
  /\b(ich|ist|bin|wo|wie|danke|bitte|der|die|das|und|nicht|gleich|komme|code lautet|hallo|sie|guten|fahren|dauert)\b/i
const arabic = /[\u0600-\u06ff]/

/** Returns the language of a message; null if it cannot be determined. */
export function languageOf(text: string): Tongue | null {
  if (arabic.test(text)) return 'ar'
  if (german.test(text)) return 'de'
  return /[a-z]{2}/i.test(text) ? 'en' : null
}

/** Replaces the digits of other scripts, such as Arabic, by ASCII digits. */
function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    for (const zero of [0x30, 0x660, 0x6f0, 0x966]) if (code >= zero && code < zero + 10) return String(code - zero)
    return digit
  })
}

/** Returns the start code in a message: five digits, which may be grouped ("12 345"); null if there is none. */
export function codeIn(text: string): string | null {
  const digits = plainDigits(text).replace(/(\d)[\s\u2009\u202f.-]+(?=\d)/g, '$1')
  return /(?<!\d)\d{5}(?!\d)/.exec(digits)?.[0] ?? null
}

export type Meaning = 'where' | 'coming' | 'thanks' | 'other'

const meanings: [Meaning, RegExp][] = [
  ['where', /where|how (long|far)|when|wo (sind|bist|bleib)|wie (lange|weit)|wann|أين|متى|كم/i],
  ['coming', /coming|on my way|moment|minute|wait|komme|gleich|warte|قادم|لحظة|دقيقة|انتظر/i],
  ['thanks', /thank|danke|merci|شكر/i]
]

export const meaningOf = (text: string): Meaning => meanings.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
