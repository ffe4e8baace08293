import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/components/ui/checkbox'
import { type Audience, CHANNELS, type Channel, receiversOf } from '../model'

interface ChannelChoiceProps {
  value: readonly Channel[]
  audience: readonly Audience[] | undefined
  onChange: (channels: Channel[]) => void
}

/** Chooses how a notification is sent, at least one way, and says whom each way reaches. */
export function ChannelChoice({ value, audience, onChange }: ChannelChoiceProps) {
  const { t } = useTranslation('notifications')
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('field.channels')}</legend>
      <div className="divide-y divide-line rounded-card border border-line px-3">
        {CHANNELS.map((channel) => {
          const isChosen = value.includes(channel)
          return (
            <div key={channel} className="flex min-h-11 items-center gap-2.5 py-2">
              <Checkbox
                id={`${id}-${channel}`}
                checked={isChosen}
                aria-describedby={`${id}-${channel}-count`}
                // The last one stays: a notification needs a way.
                disabled={isChosen && value.length === 1}
                onChange={() => onChange(CHANNELS.filter((one) => value.includes(one) !== (one === channel)))}
              />
              <label htmlFor={`${id}-${channel}`} className="min-w-0 flex-1 cursor-pointer text-sm">
                {t(`channel.${channel}`)}
              </label>
              <span id={`${id}-${channel}-count`} role="status" className="text-sm text-muted">
                {audience && t(`receivers_${channel}`, { count: receiversOf(audience, channel) })}
              </span>
            </div>
          )
        })}
      </div>
      <p className="mt-1.5 text-xs text-pretty text-muted">{t('hint.consent')}</p>
    </fieldset>
  )
}
