-- Guards: the settings that make it take two people, or two factors.

create function app.guard_wait() returns interval
language sql immutable set search_path = '' as $$ select interval '1 day' $$;

-- The strength of a guard: a higher number permits less without a second person. An empty limit, and an export limit of
-- 0, is none.
create function app.guard_strength(name text, settings public.settings) returns numeric
language sql immutable set search_path = '' as $$
  select case guard_strength.name
    when 'credit_limit' then -coalesce((settings).credit_limit, 'Infinity')
    when 'payout_limit' then -coalesce((settings).payout_limit, 'Infinity')
    when 'export_limit' then -coalesce(nullif((settings).export_limit, 0)::numeric, 'Infinity')
    when 'two_people_bank' then (settings).two_people_bank::integer
    when 'bank_change_hours' then (settings).bank_change_hours
    when 'staff_second_factor' then (settings).staff_second_factor::integer end
$$;

-- Whether the person who lowered a guard may still do so. The request of a dismissed owner ends with the rights.
create function app.can_lower_guard(change app.guard_changes) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles p where p.id = (change).asked_by and p.usertype = 'admin' and p.approved
    and p.deleted_at is null
    and app.role_has_permission(p.staff_role, 'settings'))
$$;

-- When a lowered guard is applied: after a day, but only 14 days after its owner, or anyone in one chain with them,
-- took another owner's rights away, or since then signed out somebody who could stop it. Otherwise nobody might be able
-- to object.
create function app.guard_due(change app.guard_changes) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest((change).asked_at + app.guard_wait(), app.last_removal((change).asked_by) + app.probation_time(),
    (select max(o.at) + app.probation_time() from app.signed_out_staff o join public.profiles p on p.id = o.person_id
      where o.at >= (change).asked_at and app.role_has_permission(p.staff_role, 'settings')
        and (o.signed_out_by = (change).asked_by or app.are_in_one_chain(o.signed_out_by, (change).asked_by))))
$$;

create function public.guard_changes() returns setof public.guard_change
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.require_permission('settings');
begin
  return query select g.name, g.value, app.staff_name(p), app.guard_due(g),
    app.can_lower_guard(g) and app.are_two_people(v_me.id, g.asked_by) from app.guard_changes g
      join public.profiles p on p.id = g.asked_by order by g.name;
end $$;
comment on function public.guard_changes is
  'Lowered guards of the settings that wait for a day or for a second person. '
  'Errors: must_login, not_allowed.';
grant execute on function public.guard_changes() to authenticated;

create function app.lock_guard(name text) returns app.guard_changes
language plpgsql security definer set search_path = '' as $$
declare v_change app.guard_changes;
begin
  perform 1 from public.settings s where s.id = 1 for no key update;
  select g.* into v_change from app.guard_changes g where g.name = lock_guard.name for no key update;
  if not found then perform app.refuse('approval_not_found', 404, 'No such change waits'); end if;
  return v_change;
end $$;
