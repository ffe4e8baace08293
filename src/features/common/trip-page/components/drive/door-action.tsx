import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { PrimaryAction } from '../primary-action'

interface DoorActionProps extends ComponentProps<typeof PrimaryAction> {
  step: 'arrive' | 'start' | 'reach'
  count: number
}

/** The button for the driver's main step, taken for all parcels at the same door. */
export function DoorAction({ step, count, ...props }: DoorActionProps) {
  const { t } = useTranslation('drive')
  return <PrimaryAction {...props} label={t(`door.${step}`, { count })} />
}
