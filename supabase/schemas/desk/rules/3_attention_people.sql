-- What the attention list says about people instead of bookings.
-- Tests:  tests/db/attention_order.sql, tests/db/second_person.sql, tests/db/desk_messages.sql

-- Since when the address search finds nothing, because it is limited to another country than that of the map; null if
-- it is not. Before the owner of a new firm has confirmed the town, the set-up proposes the country of the map.
create function app.other_country_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select s.updated_at from public.settings s cross join app.service_area a
  where s.id = 1 and s.restrict_country and a.country <> s.country
    and (not exists (select from app.setup) or app.is_confirmed('town'))
$$;

create function app.attention_people(me public.profiles)
  returns table (reason text, since timestamptz, category text, person_id uuid, name text,
  contact text, by_driver boolean)
language sql stable security definer set search_path = '' as $$
  -- Texts and limits are no matter of one person: the page of messages shows them.
  select 'texts_waiting', min(t.at), null, null::uuid, null, null, false
  from app.inbound_texts t where (me).usertype = 'admin' and t.closed_at is null and t.booking_id is null
    and t.intent <> 'automatic' having count(*) > 0
  union all
  select 'texts_near_limit', date_trunc('day', app.now(), s.time_zone), null, null, null, null, false
  from public.settings s where (me).usertype = 'admin' and s.id = 1 and app.is_near_text_limit()
  union all
  select 'codes_unentered', min(r.since), null, null, null, null, false
  from app.unentered_ranges() r where (me).usertype = 'admin' having count(*) > 0
  union all
  select 'driver_message', min(m.created_at), null, p.id, btrim(p.first_name || ' ' || p.last_name),
    case when app.is_demo() then app.masked_number(p.mobile) else p.mobile end, true
  from public.desk_messages m join public.profiles p on p.id = m.driver_id
  where (me).usertype = 'admin' and m.answered_at is null and not m.is_from_desk group by p.id
  union all
  -- New admins, for the owners who may confirm them: a notice or a mail is easily missed, and a stranger has to be
  -- noticed.
  select 'staff_changed', c.at, null, p.id, app.staff_name(p), null, false
  from app.staff_changes c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin' and c.confirmed_by is null and app.probation_ends_at(c) > app.now()
    and p.usertype = 'admin'
    and p.approved and p.deleted_at is null
    and app.can_confirm_staff(me, p.id)
  union all
  -- Evidence that was swapped is looked at by a person: the driver of the folder, else who attached the file.
  select 'file_replaced', c.due_at, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, p.usertype = 'driver'
  from (select w.person_id, min(f.due_at) as due_at from app.file_checks f
    cross join lateral (select case when f.bucket in ('users', 'shifts') then split_part(f.path, '/', 1)::uuid
      else f.person_id end as person_id) w
    where f.reason = 'replaced' and f.due_at > app.now() - interval '72 hours' group by w.person_id) c
  join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  select 'code_overrides', c.since, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, p.usertype = 'driver'
  from app.frequent_overrides() c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  select 'claims_lost', c.since, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, true
  from app.frequent_claim_losers() c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  -- The desk can call them: their contact is shown.
  select 'offers_lapsed', c.since, null, p.id, btrim(p.first_name || ' ' || p.last_name),
    case when app.is_demo() then app.masked_number(p.mobile) else p.mobile end, true
  from app.deaf_drivers() c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  select 'left_money', l.since, null, p.id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''),
    p.referral_id), null, p.usertype = 'driver'
  from (select m.user_id, min(m.at) as since from app.left_money m where m.at > app.now() - interval '72 hours'
    group by m.user_id) l
  join public.profiles p on p.id = l.user_id
  where app.has_permission('money')
  union all
  select 'other_country', o.since, null, null, null, null, false
  from app.other_country_since() o (since)
  where (me).usertype = 'admin' and o.since is not null
  union all
  -- Requests that the caller may decide: otherwise they wait until somebody happens to look.
  select 'approval_waits', a.requested_at, a.kind, p.id, btrim(p.first_name || ' ' || p.last_name), null,
    p.usertype = 'driver'
  from (select w.user_id, w.kind, min(w.requested_at) as requested_at from public.approvals w
    where (me).usertype = 'admin' and w.status = 'pending' and app.can_decide(me, w)
    group by w.user_id, w.kind) a
  join public.profiles p on p.id = a.user_id
$$;
comment on function app.attention_people is
  'What an admin must look at that is about no booking: reason, since when, whom it is about (nobody: the country of '
  'the map), and whether that is a driver who asks.';
