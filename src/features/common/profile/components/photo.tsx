import { Camera, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { IMAGE_SPINNER_MS } from '@/config/constants'
import { Avatar, type Profile, useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useFileState } from '@/lib/files/use-file-state'
import { useForAWhile } from '@/lib/hooks/use-for-a-while'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { limitWords, typesOf } from '@/lib/upload/limits'
import { useUpload } from '@/lib/upload/use-upload'
import { setProfileImage } from '../commands'

/** Maximum length of a picture's longer edge (px): pictures of people are shown small. */
const LONGEST_EDGE = 512

const nameOf = ({ first_name, last_name }: Profile) => [first_name, last_name].filter((part) => part?.trim()).join(' ')

/** Shows the caller's picture, with buttons to upload another one and to remove it. */
export function Photo({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const { locale } = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const photo = usePhoto(profile)
  const words = limitWords('users', 'picture', locale)
  const name = nameOf(profile)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <span className="relative">
        <Avatar name={name} image={photo.image} className="size-20 text-2xl" />
        {photo.isFresh && <Spinner className="absolute -end-1 -bottom-1 size-5" />}
      </span>
      <div className="min-w-0 flex-1 space-y-2">
        <p className="font-medium">
          <bdi>{name || profile.email}</bdi> <span className="text-muted">· {t([`role.${profile.usertype}`])}</span>
        </p>
        <input
          ref={input}
          type="file"
          accept={typesOf('users', 'picture')?.join(',')}
          aria-label={t('photo.change')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            photo.send(event.target.files?.[0] ?? null)
            event.target.value = ''
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            className="pointer-coarse:min-h-11"
            busy={photo.isBusy}
            onClick={() => input.current?.click()}
          >
            <Camera aria-hidden />
            {t(photo.isBusy ? 'photo.sending' : photo.image ? 'photo.change' : 'photo.add')}
          </Button>
          {photo.isBusy ? (
            <Button size="sm" variant="ghost" className="pointer-coarse:min-h-11" onClick={photo.cancel}>
              {t('photo.cancel')}
            </Button>
          ) : (
            photo.image && (
              <Button size="sm" variant="ghost" className="pointer-coarse:min-h-11" onClick={photo.remove}>
                <Trash2 aria-hidden />
                {t('photo.remove')}
              </Button>
            )
          )}
        </div>
        <p className="text-xs text-muted">{t('photo.who')}</p>
        <p role="status" className="text-sm text-muted empty:hidden">
          {photo.state === 'checking' ? t('photo.checking') : ''}
        </p>
        <p role="alert" className="text-sm text-bad empty:hidden">
          {photo.error ? errorText(photo.error, words) : photo.state === 'refused' ? t('photo.refused') : ''}
        </p>
      </div>
    </div>
  )
}

/** Uploads a picture and then sets it in the profile. */
function usePhoto(profile: Profile) {
  const { refreshProfile } = useSession()
  const [version, setVersion] = useState(0)
  const [isFresh, setFresh] = useForAWhile(IMAGE_SPINNER_MS)
  const saving = useCommand(setProfileImage, {
    failure: 'toast',
    onDone: async () => {
      await refreshProfile()
      // The new picture has the same path as the old one, so a new version in the URL bypasses the browser's cache.
      setVersion(Date.now())
    }
  })
  const upload = useUpload(
    'users',
    'picture',
    (path) => {
      setFresh(true)
      void saving.run(path)
    },
    LONGEST_EDGE
  )
  const state = upload.progress?.state
  const path = `${profile.id}/profileImage`
  const checked = useFileState('users', path, version)
  const isGone = checked === 'refused' && profile.profile_image !== null
  useEffect(() => {
    if (isGone) void refreshProfile()
  }, [isGone, refreshProfile])
  return {
    state: checked,
    image: profile.profile_image && (version ? `${profile.profile_image}#${version}` : profile.profile_image),
    isFresh,
    isBusy: upload.isPreparing || saving.busy || state === 'running' || state === 'pausing' || state === 'paused',
    error: upload.error,
    send: (file: File | null) => file && void upload.start(file, path),
    cancel: upload.cancel,
    remove: () => {
      upload.reset()
      void saving.run(null)
    }
  }
}
