-- Files: what the database checks of a stored file itself, because Storage alone does not: its size, its type, how many
-- there are, and its first bytes, which the edge function `files` reads.

create function app.is_file_clean(bucket text, path text, mark text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.file_checks c where c.bucket = is_file_clean.bucket and c.path = is_file_clean.path
    and c.mark = is_file_clean.mark and c.status = 'clean')
$$;
comment on function app.is_file_clean is 'Whether this content of a file was checked.';

create function app.is_file_shown(bucket text, path text, mark text) returns boolean
language sql stable security definer set search_path = '' as $$
  select app.is_file_clean(is_file_shown.bucket, is_file_shown.path, is_file_shown.mark)
    or exists (select 1 from storage.buckets b where b.id = is_file_shown.bucket and b.public)
$$;
comment on function app.is_file_shown is
  'Whether others may see this content of a file: if it was checked, or if its bucket is public, so that hiding its '
  'row would hide nothing. Used in policies of storage.';
grant execute on function app.is_file_shown(text, text, text) to authenticated;

create function app.require_clean(bucket text, path text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from storage.objects o where o.bucket_id = require_clean.bucket and o.name = require_clean.path
      and not app.is_file_clean(o.bucket_id, o.name, app.file_mark(o.version, o.metadata))) then
    perform app.refuse('file_being_checked', 409, 'The file is being checked; try again in a minute');
  end if;
end $$;
comment on function app.require_clean is 'Refuses a file whose content is not checked: file_being_checked.';

-- Storage asks a policy before the bytes arrive, so parallel uploads pass a policy that counts. Attaching counts again.
create function app.file_room(bucket text, name text, uploader text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  v_folder text := split_part(file_room.name, '/', 1);
  v_is_own boolean := file_room.uploader is not distinct from v_folder;
begin
  return case file_room.bucket
    when 'users' then (app.limit_of(case when v_is_own then 'own_files' else 'staff_files' end)).most
      - (select count(*) from storage.objects o where o.bucket_id = 'users' and o.name like v_folder || '/%'
        and (coalesce(o.owner_id, v_folder) = v_folder) = v_is_own)
    when 'company' then (app.limit_of('logos')).most - (select count(*) from storage.objects o
      where o.bucket_id = 'company')
    when 'shifts' then (app.limit_of('unused_photos')).most
      - (select count(*) from storage.objects o where o.bucket_id = 'shifts' and o.name like v_folder || '/%'
        and not exists (
        select 1 from app.file_checks c where c.bucket = o.bucket_id and c.path = o.name and c.place is not null))
    else 1 end;
end $$;
comment on function app.file_room is
  'How many files a person may still add beside this one; negative if there are too many.';
grant execute on function app.file_room(text, text, text) to authenticated;

create function app.file_quota(bucket text, is_own boolean) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case file_quota.bucket when 'company' then 'logos' when 'shifts' then 'unused_photos'
    else case when file_quota.is_own then 'own_files' else 'staff_files' end end;
end $$;
comment on function app.file_quota is 'The limit (app.limits) that counts files of this bucket.';

create function app.check_stored_file(file storage.objects, is_new boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_bucket storage.buckets;
  v_uploader text := coalesce((file).owner_id, split_part((file).name, '/', 1));
begin
  select b.* into v_bucket from storage.buckets b where b.id = (file).bucket_id;
  if ((file).metadata ->> 'size')::numeric > v_bucket.file_size_limit then
    perform app.refuse('file_too_large', 422, format('A file here has at most %s bytes', v_bucket.file_size_limit));
  end if;
  if lower(split_part((file).metadata ->> 'mimetype', ';', 1)) <> all (v_bucket.allowed_mime_types)
    or ((file).bucket_id = 'users' and (file).name like '%/profileImage'
      and (file).metadata ->> 'mimetype' !~* '^image/') then
    perform app.refuse('file_type_refused', 422,
      format('A file here is one of %s', array_to_string(v_bucket.allowed_mime_types, ', ')));
  end if;
  if check_stored_file.is_new and app.file_room((file).bucket_id, (file).name, v_uploader) < 0 then
    perform app.refuse_above(app.limit_of(app.file_quota((file).bucket_id,
      v_uploader = split_part((file).name, '/', 1))));
  end if;
end $$;
comment on function app.check_stored_file is
  'Refuses a file by what Storage recorded of it: file_too_large, file_type_refused, too_many_files.';

-- Storage asks its policies before the bytes arrive, so an upload that began before its file was attached replaces it
-- afterwards, although no policy would let it begin now.
create function app.mark_to_check(stored app.file_checks, mark text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when app.is_file_fixed(mark_to_check.stored) then (mark_to_check.stored).mark else mark_to_check.mark end;
end $$;
comment on function app.mark_to_check is
  'The mark for the next check of a file: its present content, or the attached one if the file may not change. '
  'finish_file_check refuses it if they differ.';
