import { Star } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Textarea } from '@/components/ui/textarea'
import type { Booking, Party } from '@/entities/booking'
import { bookingKeys, rateBooking } from '@/entities/booking'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'

const STARS = [1, 2, 3, 4, 5]

function Stars({ value, onChange }: { value: number | null; onChange: (stars: number) => void }) {
  const { t } = useTranslation('trips')
  return (
    <RadioGroup.Root
      aria-label={t('rating.stars')}
      orientation="horizontal"
      value={value === null ? '' : String(value)}
      onValueChange={(next) => onChange(Number(next))}
      className="flex justify-center gap-1"
    >
      {STARS.map((star) => (
        <RadioGroup.Item
          key={star}
          value={String(star)}
          aria-label={t('rating.star', { count: star })}
          className="grid size-12 place-items-center rounded-control hover:bg-soft"
        >
          <Star
            aria-hidden
            className={cn(
              'size-8 transition-colors',
              star <= (value ?? 0) ? 'fill-accent text-accent' : 'text-line-strong'
            )}
          />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

interface RatingBlockProps {
  booking: Booking
  party: Party
  onRated: (booking: Booking) => void
  /** Where "skip" leads a driver; riders skip by an answer of their own, which completes the trip. */
  onSkip?: () => void
}

/** Stars and a word for the other side, or skipping it. */
export function RatingBlock({ booking, party, onRated, onSkip }: RatingBlockProps) {
  const { t } = useTranslation('trips')
  const errorText = useErrorText()
  const { mutate } = useSWRConfig()
  const [stars, setStars] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState<'rate' | 'skip' | null>(null)
  const [error, setError] = useState<unknown>(null)

  const send = async (given: number | null) => {
    setBusy(given === null ? 'skip' : 'rate')
    setError(null)
    try {
      const rated = await rateBooking(booking.id, given, comment.trim() || null)
      if (given !== null) await mutate(bookingKeys.hasRated(booking.id), true, { revalidate: false })
      onRated(rated)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(null)
    }
  }

  return (
    <section className="space-y-3">
      <Stars value={stars} onChange={setStars} />
      {stars !== null && (
        <Textarea
          aria-label={t('rating.comment')}
          placeholder={t('rating.comment')}
          value={comment}
          maxLength={500}
          onChange={(event) => setComment(event.target.value)}
        />
      )}
      {error ? <Alert tone="bad">{errorText(error)}</Alert> : null}
      <div className="flex gap-2">
        <Button
          className="flex-1"
          size="lg"
          busy={busy === 'skip'}
          disabled={busy !== null}
          onClick={() => (party === 'driver' && onSkip ? onSkip() : void send(null))}
        >
          {t('rating.skip')}
        </Button>
        <Button
          className="flex-1"
          size="lg"
          variant="accent"
          busy={busy === 'rate'}
          disabled={stars === null || busy !== null}
          onClick={() => void send(stars)}
        >
          {t('rating.send')}
        </Button>
      </div>
    </section>
  )
}
