import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

const any = () => true
/** Returns groups of classes for tailwind-merge, one for each prefix, such as `h` for `h-4` and `px` for `px-2`. */
const groupsOf = (...prefixes: string[]) => Object.fromEntries(prefixes.map((name) => [name, [{ [name]: [any] }]]))

const sizes = ['xs', 'sm', 'base', 'xl', '2xl', '4xl']
const isColor = (value: string) => !/^([0-9]|[xytrblse]$|[xytrblse]-|dashed|dotted)/.test(value)

/**
 * The groups of classes that our components set and override; of the classes in one group the last wins. The library's default
 * list covers all of Tailwind (6 KB gzip) but not our radii. utils.test.ts compares the two lists.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 300,
  theme: {},
  classGroups: {
    display: ['block', 'inline-block', 'inline', 'flex', 'inline-flex', 'grid', 'hidden', 'contents'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    fontSize: [{ text: sizes }],
    align: [{ text: ['start', 'center', 'end', 'balance', 'pretty'] }],
    color: [{ text: [any] }],
    weight: [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    direction: [{ flex: ['row', 'col', 'row-reverse', 'col-reverse'] }],
    flex: [{ flex: [any] }],
    shrink: ['shrink', 'shrink-0'],
    borderColor: [{ border: [isColor] }],
    // `pb-safe` (index.css) is the padding for a phone's safe area. It does not replace another padding.
    pb: [{ pb: [(value: string) => value !== 'safe'] }],
    ...groupsOf(
      'size',
      'h',
      'w',
      'min-h',
      'min-w',
      'max-w',
      'p',
      'px',
      'py',
      'pt',
      'ps',
      'pe',
      'mt',
      'mb',
      'duration',
      'gap',
      'gap-x',
      'gap-y',
      'rounded',
      'rounded-t',
      'bg',
      'overflow',
      'overflow-y',
      'whitespace',
      'z'
    )
  },
  conflictingClassGroups: {
    size: ['w', 'h'],
    p: ['px', 'py', 'pt', 'pb', 'ps', 'pe'],
    py: ['pt', 'pb'],
    gap: ['gap-x', 'gap-y'],
    overflow: ['overflow-y'],
    flex: ['shrink']
  },
  conflictingClassGroupModifiers: {},
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: []
}))

/** Joins class names. Of classes that contradict each other, the last wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs))
}
