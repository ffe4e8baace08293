import { isNeededNow, isWanted, type Paper } from '@/entities/paper'

export interface Facts {
  papers: readonly Paper[]
  /** Today's date in the operator's time zone. */
  today: string
  hasPhoto: boolean
  /** Whether there is a bank account, or the firm asks for none. */
  hasBank: boolean
  isApproved: boolean
  /** Whether the office chose a car type. */
  hasCar: boolean
  /** Whether the office or a fleet added the driver, by hand or from a file. */
  isAdded: boolean
  hasDriven: boolean
}

/** The driver's own steps, in their order. */
export const steps = ['papers', 'photo', 'bank'] as const
export type Step = (typeof steps)[number]

/** What the office does. */
export const waits = ['check', 'approve', 'car'] as const
export type Wait = (typeof waits)[number]

export interface FirstDay {
  /** The driver's own steps that are left. */
  open: readonly Step[]
  /** What the office still has to do. */
  waiting: readonly Wait[]
  /** Whether the driver should see the page before the first ride. */
  isDue: boolean
  /** Whether nothing of what is left keeps the driver from driving. */
  mayDrive: boolean
}

/** Computes what is left of a driver's first day. */
export function firstDayOf({
  papers,
  today,
  hasPhoto,
  hasBank,
  isApproved,
  hasCar,
  isAdded,
  hasDriven
}: Facts): FirstDay {
  const done: Record<Step, boolean> = { papers: !papers.some(isWanted), photo: hasPhoto, bank: hasBank }
  const settled: Record<Wait, boolean> = {
    check: !papers.some((paper) => paper.isWaiting),
    approve: isApproved,
    car: hasCar
  }
  const open = steps.filter((step) => !done[step])
  return {
    open,
    waiting: waits.filter((wait) => !settled[wait]),
    isDue: isAdded && !hasDriven && open.length > 0,
    mayDrive: isApproved && hasCar && !papers.some((paper) => isNeededNow(paper, today))
  }
}
