-- What the portal's tables ask beside their rows: the log with names, and what still refers to a row that is to be deleted.
-- Needs:  audit, staff roles, bookings, promos
-- Access: admins, by permission
-- Tests:  tests/db/portal_lists.sql

create index audit_log_newest_of_target on public.audit_log (target, at desc, id desc);
create index audit_log_newest_of_action on public.audit_log (action, at desc, id desc);
create index audit_log_newest_of_actor on public.audit_log (actor_id, at desc, id desc);

create function public.list_audit(of_actor uuid default null, of_action text default null, of_target text default null, of_id text default null,
  from_at timestamptz default null, to_at timestamptz default null, after_at timestamptz default null, after_id bigint default null, page_size integer default 50)
returns table (id bigint, at timestamptz, actor_id uuid, actor_name text, actor_role text, action text, target text, target_id text, before jsonb, after jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('desk');
  return query
  select l.id, l.at, l.actor_id, (select nullif(btrim(p.first_name || ' ' || p.last_name), '') from public.profiles p where p.id = l.actor_id),
    l.actor_role, l.action, l.target, l.target_id, l.before, l.after
  from public.audit_log l
  where (list_audit.of_actor is null or l.actor_id = list_audit.of_actor)
    and (list_audit.of_action is null or l.action = list_audit.of_action)
    and (list_audit.of_target is null or l.target = list_audit.of_target)
    and (list_audit.of_id is null or l.target_id = list_audit.of_id)
    and (list_audit.from_at is null or l.at >= list_audit.from_at)
    and (list_audit.to_at is null or l.at < list_audit.to_at)
    and (list_audit.after_at is null or (l.at <= list_audit.after_at and (l.at < list_audit.after_at or l.id < list_audit.after_id)))
  order by l.at desc, l.id desc
  limit least(greatest(coalesce(list_audit.page_size, 50), 1), 1000);
end $$;
comment on function public.list_audit is
  'What staff and others changed, newest first, with the name of who did it (null: the system, or somebody who left): of one actor, action (insert, update, delete or a verb), target (a table, most often) and its row, between from_at and before to_at. before and after are masked, as they are kept. The last row''s at and id as after_at and after_id give the next page. Errors: must_login, not_allowed.';
revoke execute on function public.list_audit(uuid, text, text, text, timestamptz, timestamptz, timestamptz, bigint, integer) from public, anon;
grant execute on function public.list_audit(uuid, text, text, text, timestamptz, timestamptz, timestamptz, bigint, integer) to authenticated;

-- Counted to a hundred: whether and roughly how much, never a scan of a table.
create function public.usage_of(kind text, id uuid) returns table (used_by text, uses integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission(case usage_of.kind when 'promos' then 'promotions' else 'prices' end);
  if usage_of.kind = 'promos' then
    return query values
      ('promo_uses', (select count(*)::integer from (select from public.promo_uses u where u.promo_id = usage_of.id limit 100) u)),
      ('fare_quotes', (select count(*)::integer from (select from public.fare_quotes q where q.promo_id = usage_of.id and q.expires_at > app.now() limit 100) u));
  elsif usage_of.kind = 'cancel_reasons' then
    return query values ('bookings', (select count(*)::integer from (select from public.bookings b
      where b.reason = (select c.label from public.cancel_reasons c where c.id = usage_of.id) limit 100) u));
  else
    perform app.refuse_sort('kind is promos or cancel_reasons');
  end if;
end $$;
comment on function public.usage_of is
  'What refers to a promotion (open quotes lose it) or a cancel reason (bookings keep the words): for a question before deleting; 100 means 100 or more. Errors: must_login, not_allowed, list_invalid.';
revoke execute on function public.usage_of(text, uuid) from public, anon;
grant execute on function public.usage_of(text, uuid) to authenticated;
