-- Storage buckets and their policies.

create function app.is_shift_photo(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.driver_shifts s where s.photos @> array[is_shift_photo.path])
$$;
comment on function app.is_shift_photo is 'Whether a shift uses this picture; such a picture cannot be changed.';
grant execute on function app.is_shift_photo(text) to authenticated;

-- Everyone reads a public bucket, so the picture of a car type in use cannot be replaced: a new one gets a new name.
create function app.is_file_attached(bucket text, path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.file_checks c where c.bucket = is_file_attached.bucket
    and c.path = is_file_attached.path and c.place is not null)
$$;
comment on function app.is_file_attached is 'Whether a row uses this file, or used it.';
grant execute on function app.is_file_attached(text, text) to authenticated;

-- Restrictive, so that it holds for every policy that lets a person read another's file. Replacing a file reads its
-- row.
create function app.is_uploading() returns boolean language sql stable set search_path = '' as $$
  select coalesce(current_setting('storage.operation', true),
    '') ~ '^storage\.(object\.upload(_update)?$|tus\.upload\.)'
$$;
comment on function app.is_uploading is
  'Whether Storage asks in order to store an upload, whose answer contains nothing of the former file.';
grant execute on function app.is_uploading() to authenticated;

-- Paths in the bucket `users`: <id of the person>/profileImage, and …/<kind of paper>… (app.is_paper_path)

-- Rider and driver of a booking can see each other's profile picture.
create function app.is_trip_partner(person text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.customer_id = auth.uid()
    and b.driver_id::text = is_trip_partner.person)
    or exists (select 1 from public.bookings b where b.driver_id = auth.uid()
      and b.customer_id::text = is_trip_partner.person)
$$;
comment on function app.is_trip_partner is
  'Whether the caller and this person are rider and driver of the same booking.';
grant execute on function app.is_trip_partner(text) to authenticated;

-- The picture of a pending or verified document cannot be replaced. Each new picture gets a new name (license-…).
create function app.is_document(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.driver_documents d where d.driver_id::text = split_part(is_document.path, '/', 1)
    and d.path = is_document.path and d.status in ('pending', 'verified'))
$$;
comment on function app.is_document is 'Whether this is the picture of a pending or verified document.';
grant execute on function app.is_document(text) to authenticated;

-- On a project hosted by Supabase a signed upload URL bypasses the policies, so the policies below refuse to sign one,
-- for every file.
create function app.is_signing_upload() returns boolean language sql stable set search_path = '' as $$
  select coalesce(current_setting('storage.operation', true), '') = 'storage.object.sign_upload_url'
$$;
comment on function app.is_signing_upload is
  'Whether the request asks for a signed upload URL, instead of uploading a file.';
grant execute on function app.is_signing_upload() to authenticated;

-- The same files that the policies above let nobody replace.
create function app.is_file_fixed(file app.file_checks) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (file).place is not null and case (file).bucket
    when 'shifts' then app.is_shift_photo((file).path)
    when 'users' then app.is_document((file).path)
    when 'company' then exists (select 1 from public.settings s where s.id = 1 and s.logo = (file).path)
    when 'bookings' then exists (select 1 from public.booking_extras x where x.photo = (file).path)
    else (file).bucket = 'cartypes' end;
end $$;
comment on function app.is_file_fixed is
  'Whether a file may not change, because of the row that uses it: pictures of shifts, pending and verified '
  'documents, the logo, pictures of car types, receipts of extras. tests/db/files.sql compares it with the policies.';
