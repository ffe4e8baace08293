import type { Settings } from '@/entities/settings'
import type { Database } from '@/types/database'

export type FirmSetup = Database['public']['CompositeTypes']['firm_setup']

/** The steps in their order. Each is a column of `firm_setup()`. */
export const steps = [
  'town',
  'firm',
  'tax',
  'offer',
  'cars',
  'places',
  'legal',
  'drivers',
  'first_ride',
  'live'
] as const

export type Step = (typeof steps)[number]

export const isStep = (name: string | null): name is Step => steps.some((step) => step === name)

export const isDone = (setup: FirmSetup, step: Step): boolean => setup[step] === true

export const openSteps = (setup: FirmSetup): readonly Step[] => steps.filter((step) => !isDone(setup, step))

/** What the screen of a step is drawn from. */
export interface StepProps {
  setup: FirmSetup
  settings: Settings
}
