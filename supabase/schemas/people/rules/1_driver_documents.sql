-- Driver documents: licences, insurances and car registrations, each with a number and an expiry date.

create function app.today() returns date language plpgsql stable security definer set search_path = '' as $$
begin
  return (select (app.now() at time zone s.time_zone)::date from public.settings s where s.id = 1);
end $$;
comment on function app.today is 'The current date in settings.time_zone.';

-- A driver who never submitted a document passes: no document of theirs has expired.
create function app.lacks_document(driver_id uuid, on_day date) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.driver_documents d where d.driver_id = lacks_document.driver_id
    and d.status = 'verified'
    group by d.kind having max(d.expires_on) < lacks_document.on_day);
end $$;
comment on function app.lacks_document is 'Whether the latest verified document of any kind is not valid on a day.';

create function app.has_expired_document(driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.lacks_document(has_expired_document.driver_id, app.today());
end $$;
comment on function app.has_expired_document is
  'Whether the latest verified document of any kind has expired. Such a driver gets no offers.';

create function app.file_version(path text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select btrim(o.metadata ->> 'eTag', '"') from storage.objects o where o.bucket_id = 'users'
    and o.name = file_version.path);
end $$;
comment on function app.file_version is
  'The version (eTag) of a picture in the bucket `users`; null if there is no file.';
