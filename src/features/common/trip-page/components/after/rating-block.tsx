import { Star } from 'lucide-react'
import { RadioGroup, ToggleGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LimitNote } from '@/components/ui/limit-note'
import { Textarea } from '@/components/ui/textarea'
import { paths } from '@/config/paths'
import type { Booking, Party } from '@/entities/booking'
import { bookingKeys, rateBooking } from '@/entities/booking'
import { queueAction } from '@/entities/shift'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { cn } from '@/lib/utils'
import { numberLimits } from '@/types/limits'
import { textLimits } from '@/types/text-limits'
import { type RatingTag, ratingTags } from '../../model/rating-tags'

const [FEWEST, MOST] = numberLimits.ratings.stars
const STARS = Array.from({ length: MOST - FEWEST + 1 }, (_, index) => FEWEST + index)
const LIMIT = textLimits.rating_comments.comment

function Stars({ value, onChange }: { value: number | null; onChange: (stars: number) => void }) {
  const { t } = useTranslation('rating')
  return (
    <RadioGroup.Root
      aria-label={t('stars')}
      orientation="horizontal"
      value={value === null ? '' : String(value)}
      onValueChange={(next) => onChange(Number(next))}
      className="flex justify-center gap-1"
    >
      {STARS.map((star) => (
        <RadioGroup.Item
          key={star}
          value={String(star)}
          aria-label={t('star', { count: star })}
          className="grid size-12 place-items-center rounded-control hover:bg-soft"
        >
          <Star
            aria-hidden
            className={cn(
              'size-8 transition-colors',
              star <= (value ?? 0) ? 'fill-accent text-accent-line' : 'text-line-strong'
            )}
          />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

interface TagsProps {
  offered: readonly RatingTag[]
  chosen: readonly RatingTag[]
  onChange: (tags: RatingTag[]) => void
}

/** Buttons for the tags of a rating, each a word of praise or complaint. */
function Tags({ offered, chosen, onChange }: TagsProps) {
  const { t } = useTranslation('rating')
  return (
    <ToggleGroup.Root
      type="multiple"
      aria-label={t('tags')}
      value={[...chosen]}
      onValueChange={(next) => onChange(next as RatingTag[])}
      className="flex flex-wrap justify-center gap-2"
    >
      {offered.map((tag) => (
        <ToggleGroup.Item
          key={tag}
          value={tag}
          className="min-h-11 rounded-full border border-line px-4 text-sm font-medium hover:bg-soft data-[state=on]:border-ink data-[state=on]:bg-ink data-[state=on]:text-paper"
        >
          {t(`tag.${tag}`)}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}

interface RatingBlockProps {
  booking: Booking
  party: Party
  onRated: (booking: Booking) => void
}

/** The form for rating the other party by stars and tags, with a button to skip the rating. */
export function RatingBlock({ booking, party, onRated }: RatingBlockProps) {
  const { t } = useTranslation('rating')
  const errorText = useErrorText()
  const { mutate } = useSWRConfig()
  const [stars, setStars] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const [tags, setTags] = useState<RatingTag[]>([])
  const choose = (next: number) => {
    // Drops tags that do not fit the new stars, such as praise with few stars.
    setTags(tags.filter((tag) => ratingTags(party, next, booking.category).includes(tag)))
    setStars(next)
  }
  const navigate = useNavigate()
  const rate = useCommand(
    (kind: 'rate' | 'skip') =>
      rateBooking(booking.id, kind === 'rate' ? { stars, comment: comment.trim(), tags } : null),
    {
      onDone: async (rated, kind) => {
        if (kind === 'rate') await mutate(bookingKeys.hasRated(booking.id), true, { revalidate: false })
        onRated(rated)
      }
    }
  )
  // Skipping completes a rider's trip. A driver only goes back to the main page.
  const skip = () => (party === 'driver' ? navigate(paths.drive) : void rate.run('skip'))

  // A driver's rating is put into the queue, like all driver actions, so that it can be given offline.
  const send = () =>
    party === 'driver' && stars !== null
      ? queueAction(booking, { kind: 'rate', stars, comment: comment.trim(), tags })
      : void rate.run('rate')

  return (
    <section className="space-y-3">
      <Stars value={stars} onChange={choose} />
      {stars !== null && (
        <>
          <Tags offered={ratingTags(party, stars, booking.category)} chosen={tags} onChange={setTags} />
          <Textarea
            aria-label={t('comment')}
            aria-describedby="rating-limit"
            aria-invalid={isTooLong(comment, LIMIT) || undefined}
            data-limit={LIMIT}
            placeholder={t('comment')}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <LimitNote id="rating-limit" text={comment} limit={LIMIT} />
        </>
      )}
      {rate.error && <Alert tone="bad">{errorText(rate.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button className="flex-1" size="lg" busy={rate.sent === 'skip'} disabled={rate.busy} onClick={skip}>
          {t('skip')}
        </Button>
        <Button
          className="flex-1"
          size="lg"
          variant="accent"
          busy={rate.sent === 'rate'}
          disabled={stars === null || rate.busy || isTooLong(comment, LIMIT)}
          onClick={send}
        >
          {t('send')}
        </Button>
      </div>
    </section>
  )
}
