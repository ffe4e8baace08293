-- Driver documents: papers of the kinds that the firm asks for, such as licences and car registrations.

create function app.today() returns date language plpgsql stable security definer set search_path = '' as $$
begin
  return (select (app.now() at time zone s.time_zone)::date from public.settings s where s.id = 1);
end $$;
comment on function app.today is 'The current date in settings.time_zone.';

-- Kinds that are switched off count for nothing. A document without a last day, or of a kind without one, never ends.
-- Dispatch asks for every driver that it considers, so the function has no SECURITY DEFINER or SET: it is planned once,
-- as part of the query of its caller.
create function app.paper_states(driver_id uuid)
returns table (kind text, needed_from date, until date, is_pending boolean, is_rejected boolean)
language sql stable as $$
  select k.id, k.needed_from, d.until, coalesce(d.is_pending, false), coalesce(d.is_rejected, false)
  from public.paper_kinds k
  left join (select o.kind, bool_or(o.status = 'pending') as is_pending, bool_or(o.status = 'rejected') as is_rejected,
      max(coalesce(o.expires_on, 'infinity')) filter (where o.status = 'verified') as until
    from public.driver_documents o where o.driver_id = paper_states.driver_id group by o.kind) l on l.kind = k.id
  cross join lateral (select l.is_pending, l.is_rejected,
    case when l.until is not null and not k.has_expiry then 'infinity' else l.until end as until) d
  where k.active
$$;
comment on function app.paper_states is
  'The state of each kind of paper for a driver. until: last valid day of the verified document, infinity without one; '
  'null if no document is verified.';

-- A paper that drivers will need from a later day on is not missing before, not even for a trip after it: they have
-- until then to hand it in.
create function app.lacks_document(driver_id uuid, on_day date) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from app.paper_states(lacks_document.driver_id) s
    where case when s.until is null then s.needed_from <= app.today() else s.until < lacks_document.on_day end);
end $$;
comment on function app.lacks_document is
  'Whether the verified document of any kind ends before a day, or one that the driver needs now is missing.';

create function app.has_expired_document(driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.lacks_document(has_expired_document.driver_id, app.today());
end $$;
comment on function app.has_expired_document is
  'Whether the verified document of any kind has expired, or one that the driver needs is missing. Such a driver gets '
  'no offers and cannot go on duty.';

create function app.is_paper_path(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.paper_kinds k where k.active
    and is_paper_path.path ~ ('^[^/]+/' || k.id || '(-[A-Za-z0-9-]{1,60})?$'))
$$;
comment on function app.is_paper_path is
  'Whether a path in the bucket `users` is that of a paper that drivers hand in: <driver>/<kind> or <driver>/<kind>-….';
grant execute on function app.is_paper_path(text) to authenticated;

create function app.paper_params(kind text, user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', paper_params.kind) || coalesce((select jsonb_build_object('paper',
      app.firm_text(k.name, p.lang_locale))
    from public.paper_kinds k left join public.profiles p on p.id = paper_params.user_id
    where k.id = paper_params.kind and k.name <> ''), '{}')
$$;
comment on function app.paper_params is
  'What a notice says about a kind of paper: {kind, paper}; paper is the firm''s name of it in the person''s language, '
  'missing if the kind keeps the name of the product.';

create function app.file_version(path text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select btrim(o.metadata ->> 'eTag', '"') from storage.objects o where o.bucket_id = 'users'
    and o.name = file_version.path);
end $$;
comment on function app.file_version is
  'The version (eTag) of a picture in the bucket `users`; null if there is no file.';
