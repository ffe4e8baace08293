-- Lists of the staff portal: the audit log with names, promotions with their state, how often a promotion or cancel
-- reason is used (shown before it is deleted), and the counts in the menu.
-- Access: admins read what their permissions allow; a fleet admin reads the counts of the fleet
-- Tests:  tests/db/portal_lists.sql, tests/db/portal_counts.sql

create function public.list_audit(of_actor uuid default null, of_action text default null, of_target text default null,
  of_id text default null,
  from_at timestamptz default null, to_at timestamptz default null, after_at timestamptz default null,
    after_id bigint default null, page_size integer default 50)
returns table (id bigint, at timestamptz, actor_id uuid, actor_name text, actor_role text, action text, target text,
  target_id text, before jsonb, after jsonb,
  subject_id uuid, subject text, subject_role text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare v_has_no_read_limit boolean := app.has_no_read_limit();
begin
  perform app.require_permission('desk');
  return query
  select l.id, l.at, l.actor_id, (select nullif(btrim(p.first_name || ' ' || p.last_name), '') from public.profiles p
    where p.id = l.actor_id),
    l.actor_role, l.action, l.target, l.target_id, l.before, l.after, s.id, s.name, s.role
  from public.audit_log l
  -- The booking or person that the line is about, by its id in the target or among the values.
  left join lateral (select app.uuid_of(case when l.target in ('bookings', 'profiles') then l.target_id
    else coalesce(l.after ->> 'booking_id', l.after ->> 'user_id', l.after ->> 'driver_id', l.before ->> 'booking_id',
      l.before ->> 'user_id', l.before ->> 'driver_id') end) as id) i on true
  left join lateral (select b.id, b.reference as name, 'booking' as role from public.bookings b where b.id = i.id
    union all select p.id, nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.usertype from public.profiles p
      where p.id = i.id and p.deleted_at is null) s
    on v_has_no_read_limit or s.id = auth.uid() or s.id in (select app.rows_shown())
  where (list_audit.of_actor is null or l.actor_id = list_audit.of_actor)
    and (list_audit.of_action is null or l.action = list_audit.of_action)
    and (list_audit.of_target is null or l.target = list_audit.of_target)
    and (list_audit.of_id is null or l.target_id = list_audit.of_id)
    and (list_audit.from_at is null or l.at >= list_audit.from_at)
    and (list_audit.to_at is null or l.at < list_audit.to_at)
    and (v_has_no_read_limit or app.is_change_shown(l.actor_id, l.target, l.target_id))
    and (list_audit.after_at is null
      or (l.at <= list_audit.after_at and (l.at < list_audit.after_at or l.id < list_audit.after_id)))
  order by l.at desc, l.id desc
  limit least(greatest(coalesce(list_audit.page_size, 50), 1), 1000);
end $$;
comment on function public.list_audit is
  'Changes by staff and others, newest first, with the name of the person (null: the system, or a deleted account). '
  'Filters: actor, action (insert, update, delete or a verb), target (usually a table) and its row, from_at until '
  'before to_at. before and after are stored with personal data masked. subject: the reference of the booking '
  '(subject_role booking) or the name of the person (subject_role: the person''s usertype) that the change is about, '
  'with subject_id; null if it is about neither. Pass the last row''s at and id as after_at and after_id for the next '
  'page. With a read limit, changes of people and bookings by others only of those whom a list has shown. '
  'Errors: must_login, not_allowed.';
grant execute on function public.list_audit(uuid, text, text, text, timestamptz, timestamptz, timestamptz, bigint,
  integer) to authenticated;

-- Builds the query only from the conditions of the given filters, as list_bookings does; their values are parameters.
-- @plpgsql_check_options: security_warnings = off
create function public.list_promos(search text default null, promo_id uuid default null,
  discount_type text default null, is_listed boolean default null,
  state text default null, valid_from timestamptz default null, valid_to timestamptz default null,
    sort text default 'created', ascending boolean default false,
  after_value text default null, after_id uuid default null, page_size integer default 50)
    returns setof public.listed_promo
language plpgsql stable security definer set search_path = '' as $$
declare
  v_by text := case coalesce(list_promos.sort, 'created') when 'created' then 'p.created_at'
    when 'name' then 'upper(p.promo_name)'
    when 'validity' then 'p.promo_validity' when 'uses' then 'p.user_avail' end;
  v_value text := case v_by when 'p.created_at' then '$8::timestamptz' when 'p.promo_validity' then '$8::date'
    when 'p.user_avail' then '$8::integer' else 'upper($8)' end;
  v_state constant text := $q$case when p.promo_validity < $10 then
    'ended' when p.user_avail >= p.promo_usage_limit then 'used_up' else 'running' end$q$;
  v_search text := nullif(btrim(list_promos.search), '');
  v_ascending boolean := coalesce(list_promos.ascending, false);
begin
  perform app.require_permission('desk');
  if v_by is null or list_promos.state not in ('running', 'ended', 'used_up') then
    perform app.refuse_sort('sort is created, name, validity or uses; state is running, ended or used_up');
  end if;
  return query execute format('select p.id, p.promo_name, p.promo_description, p.promo_discount_type, p.promo_discount_value, p.max_promo_discount_value,
      p.min_order, p.promo_validity, p.promo_usage_limit, p.user_avail, p.listed, p.created_at, p.version, %s from public.promos p where %s order by %s limit $11',
    v_state, concat_ws(' and ', 'true',
      case when v_search is not null then $q$lower(p.promo_name || ' ' || p.promo_description) like $1$q$ end,
      case when list_promos.promo_id is not null then 'p.id = $2' end,
      case when list_promos.discount_type is not null then 'p.promo_discount_type = $3' end,
      case when list_promos.is_listed is not null then 'p.listed = $4' end,
      case when list_promos.state is not null then v_state || ' = $5' end,
      case when list_promos.valid_from is not null then 'p.promo_validity >= $6' end,
      case when list_promos.valid_to is not null then 'p.promo_validity < $7' end,
      case when list_promos.after_value is not null then app.after_sql(v_by, 'p.id', v_ascending,
        v_by = 'p.created_at', v_value, '$9') end),
    app.order_sql(v_by, 'p.id', v_ascending, v_by = 'p.created_at'))
    using app.containing(v_search), list_promos.promo_id, list_promos.discount_type, list_promos.is_listed,
      list_promos.state,
      app.day_of(list_promos.valid_from), app.day_of(list_promos.valid_to), list_promos.after_value,
        list_promos.after_id, app.day_of(app.now()),
      least(greatest(coalesce(list_promos.page_size, 50), 1), 1000);
end $$;
comment on function public.list_promos is
  'Promotions for admins, or one by promo_id. search matches names and descriptions. Filters: discount_type (flat, '
  'percentage), is_listed, state (running, ended, used_up), and the last day (valid_from until before valid_to). '
  'sort: created, name, validity or uses; newest, last or most first unless ascending. For the next page pass the '
  'last row''s created_at, promo_name, promo_validity or user_avail and its id as after_value and after_id. '
  'Errors: must_login, not_allowed, list_invalid.';
grant execute on function public.list_promos(text, uuid, text, boolean, text, timestamptz, timestamptz, text, boolean,
  text, uuid, integer) to authenticated;

-- Counting stops at 100: a rough number is enough, and an exact one would need to read the whole table.
create function public.usage_of(kind text, id uuid) returns table (used_by text, uses integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission(case usage_of.kind when 'promos' then 'promotions' else 'prices' end);
  if usage_of.kind = 'promos' then
    return query values
      ('promo_uses', (select count(*)::integer from (select from public.promo_uses u where u.promo_id = usage_of.id
        limit 100) u)),
      ('fare_quotes', (select count(*)::integer from (select from public.fare_quotes q where q.promo_id = usage_of.id
        and q.expires_at > app.now() limit 100) u));
  elsif usage_of.kind = 'cancel_reasons' then
    return query values ('bookings', (select count(*)::integer from (select from public.bookings b
      where b.reason = (select c.label from public.cancel_reasons c where c.id = usage_of.id) limit 100) u));
  else
    perform app.refuse_sort('kind is promos or cancel_reasons');
  end if;
end $$;
comment on function public.usage_of is
  'How often a promotion or a cancel reason is used; the page shows it before an admin deletes one. A promotion: its '
  'uses, and the open quotes that would lose it. A cancel reason: the bookings with it, which keep its text. 100 '
  'means 100 or more. '
  'Errors: must_login, not_allowed, list_invalid.';
grant execute on function public.usage_of(text, uuid) to authenticated;

-- Returns the counts in the menu of the portal. Every page calls it, so it must be fast: it counts at most 100 bookings
-- and 100 withdrawals, and reads app.attention_sent, the copy of the attention list that was last broadcast, like
-- list_bookings(needs_attention).
create function public.portal_counts() returns table (attention integer, withdrawals integer, money integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_is_fleet boolean := v_me.usertype = 'fleetadmin';
  v_attention integer;
  v_withdrawals integer;
  v_money integer;
begin
  if not app.is_staff(v_me.usertype) then
    perform app.refuse('not_allowed', 403, 'Only admins and fleet admins have these pages');
  end if;
  if v_is_fleet or app.role_has_permission(v_me.staff_role, 'desk') then
    select count(*) into v_attention
      from (select distinct t.booking_id from app.attention_sent t join public.bookings b on b.id = t.booking_id
      where not v_is_fleet or (t.fleet_id = v_me.id and b.fleet_id = v_me.id) limit 100) w;
    -- For admins the count also includes alarms of drivers without a trip, and drivers whose messages the desk has not
    -- answered.
    if not v_is_fleet then
      v_attention := v_attention + (select count(*) from app.alarms a where a.booking_id is null)
        + (select count(distinct m.driver_id) from public.desk_messages m where m.answered_at is null
          and not m.is_from_desk);
    end if;
  end if;
  if not v_is_fleet and app.role_has_permission(v_me.staff_role, 'payouts') then
    select count(*) into v_withdrawals from (select from public.withdraw_requests r where not r.processed
      and r.rejected_at is null limit 100) w;
  end if;
  if not v_is_fleet and app.role_has_permission(v_me.staff_role, 'money') then v_money := app.money_waiting(); end if;
  return query select v_attention, v_withdrawals, v_money;
end $$;
comment on function public.portal_counts is
  'Counts for the menu of staff, each up to 100 (meaning 100 or more). attention: bookings on the attention list, '
  'with the permission desk (fleet admins: those that their fleet can resolve); withdrawals: open withdrawals, with '
  'the permission payouts; money: cases at the money desk as in app.money_waiting, with the permission money. Null '
  'without the permission. Changes are broadcast as attention, withdrawal and money on the topics admin and fleet. '
  'Errors: must_login, not_allowed.';
grant execute on function public.portal_counts() to authenticated;
