-- Kinds of papers: which there are, who changes them, and from when drivers need them.
select no_plan();
create function tests.hand_in(kind text, days integer default 100, name text default 'driver2') returns text language sql as $$
  select format('select public.submit_document(%L, %L, app.today() + %s, number => ''N 1'')', kind, tests.id(name) || '/' || kind, coalesce(days::text, 'null::integer'))
$$;
create function tests.verify(kind text) returns void language sql security definer as $$
  select tests.let('admin', format('select public.verify_document(%L)', (select d.id from public.driver_documents d where d.kind = verify.kind and d.status = 'pending')))
$$;
create function tests.day(days integer) returns date language sql security definer as $$ select app.today() + days $$;
create function tests.told() returns text language sql security definer as $$
  select string_agg(n.params ->> 'kind' || ' ' || (n.params ->> 'due') || coalesce(' ' || (n.params ->> 'paper'), ''), ', ' order by n.created_at, n.id)
  from public.notices n where n.key = 'document_needed' and n.user_id = tests.id('driver2')
$$;

-- What is there
select tests.as_visitor();
select results_eq($$ select id, active, needed_from from public.paper_kinds order by place $$, $$ values ('license', true, null::date), ('insurance', true, null), ('registration', true, null),
  ('permit', false, null), ('inspection', false, null), ('license_number', false, null) $$, 'a visitor reads the kinds of papers; nobody needs one to work, and the new ones are off');

-- Who changes them
select throws_ok($$ insert into public.paper_kinds (name) values ('Badge') $$, '42501', null, 'a visitor cannot add a kind of paper');
select tests.act_as('driver2');
select throws_ok($$ insert into public.paper_kinds (name) values ('Badge') $$, '42501', null, 'a driver cannot add a kind of paper');
select is_empty($$ update public.paper_kinds set active = false returning id $$, 'a driver cannot switch off a kind of paper');
select throws_ok($$ select public.order_paper_kinds('{}') $$, 'PT403', 'not_allowed', 'a driver cannot sort the kinds of papers');
select tests.act_as('fleet');
select is_empty($$ update public.paper_kinds set needed_from = null, active = false returning id $$, 'a fleet admin cannot switch off a kind of paper');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin2');
select is(tests.outcome('admin2', $$ update public.paper_kinds set active = false $$), 'not_allowed', 'an admin without the permission settings cannot switch off a kind of paper');
select is(tests.outcome('admin2', $$ insert into public.paper_kinds (name) values ('Badge') $$), 'not_allowed', 'an admin without the permission settings cannot add a kind of paper');
select tests.act_as('admin');
select throws_ok($$ delete from public.paper_kinds where id = 'permit' $$, '42501', null, 'an admin cannot delete a kind of paper');
select throws_ok($$ insert into public.paper_kinds (name, is_standard) values ('', true) $$, '42501', null, 'an admin cannot make a kind a standard one');
select throws_ok($$ insert into public.paper_kinds (name) values (' ') $$, '23514', null, 'a kind of the firm without a name is refused');
select throws_ok(format($$ insert into public.paper_kinds (id, name) values (%L, 'x') $$, v.wrong), '23514', null, format('the id “%s” of a kind of paper is refused', v.wrong))
  from (values ('profileImage'), ('a/b'), ('a-b'), ('.*'), ('1a'), ('')) v (wrong);
select throws_ok($$ update public.paper_kinds set id = 'x' where id = 'permit' $$, '42501', null, 'the id of a kind of paper never changes');
select lives_ok($$ insert into public.paper_kinds (id, name, subject) values ('badge', E'Taxi\u202E badge', 'driver') $$, 'an admin adds a kind of paper');
select is((select name from public.paper_kinds where id = 'badge'), 'Taxi badge', 'a kind of paper has a plain name');
select is((select a.action from public.audit_log a where a.target = 'paper_kinds' and a.target_id = 'badge'), 'insert', 'a new kind of paper is in the audit log');
select public.order_paper_kinds('{badge,license}');
select is((select string_agg(id, ' ' order by place, id) from public.paper_kinds where place < 3), 'badge insurance license registration', 'an admin sorts the kinds of papers');
select throws_ok($$ insert into public.paper_kinds (name) select 'Paper ' || n from generate_series(1, 30) n $$, 'PT422', 'too_many_rows', 'there are at most 30 kinds of papers');

-- A kind that is off
select tests.as_owner();
select tests.pass_files();
select is(tests.outcome('driver2', tests.hand_in('inspection')), 'document_invalid', 'a paper whose kind is off cannot be handed in');
select tests.act_as('driver2');
select throws_ok(format('insert into storage.objects (bucket_id, name) values (''users'', %L)', tests.id('driver2') || '/inspection-1'), '42501', null, 'the file of a kind that is off cannot be uploaded');

-- From when it counts
select tests.act_as('admin');
select throws_ok(format($$ update public.paper_kinds set active = true, needed_from = tests.day(%s) where id = 'inspection' $$, v.days), 'PT422', 'paper_too_soon', format('a kind that drivers need in %s days is refused', v.days))
  from (values (-400), (-1), (0), (6)) v (days);
select throws_ok($$ insert into public.paper_kinds (name, needed_from) values ('Sudden', tests.day(0)) $$, 'PT422', 'paper_too_soon', 'a new kind that drivers need at once is refused');
select lives_ok($$ update public.paper_kinds set active = true, needed_from = tests.day(20) where id = 'inspection' $$, 'an admin lets drivers need a kind in 20 days');
select throws_ok($$ update public.paper_kinds set needed_from = tests.day(1) where id = 'inspection' $$, 'PT422', 'paper_too_soon', 'the day cannot be moved to tomorrow');
select lives_ok($$ update public.paper_kinds set needed_from = tests.day(15) where id = 'inspection' $$, 'the day can be moved nearer, with a week left');
select tests.as_owner();
select ok(not app.has_expired_document(tests.id('driver2')), 'before the day nobody lacks the paper');
select app.check_documents();
select is(tests.told(), null, 'drivers are told only two weeks before the day');
select tests.turn('1 day'), app.check_documents();
select is(tests.told(), 'inspection false', 'a driver without the paper is told two weeks before the day');
select tests.turn('13 days');
select ok(not app.has_expired_document(tests.id('driver2')) and not app.lacks_document(tests.id('driver2'), app.today() + 30), 'on the day before, nobody lacks the paper, also not for a trip after it');
select tests.go_online('driver2');
select app.check_documents();
select is(tests.told(), 'inspection false', 'a driver is told once before the day');
select tests.turn('1 day');
select ok(app.has_expired_document(tests.id('driver2')), 'from the day on a driver without the paper lacks it');
select app.check_documents(), app.check_documents();
select is(tests.told(), 'inspection false, inspection true', 'a driver who still lacks the paper is told once more on the day');
select ok((select driver_active_status from public.drivers where id = tests.id('driver2')), 'nobody is taken off duty by the day');
select is(tests.outcome('driver2', 'select public.set_driver_active(true)'), 'done', 'who is on duty stays on duty');
select tests.let('driver2', 'select public.set_driver_active(false)');
select is(tests.outcome('driver2', 'select public.set_driver_active(true)'), 'document_expired', 'without the paper a driver cannot go on duty');
select is((app.papers_of(tests.id('driver2'))).papers, 'missing', 'staff reads that a paper is missing');
select is(tests.outcome('admin', $$ update public.paper_kinds set needed_from = app.today() - 1 where id = 'inspection' $$), 'paper_too_soon', 'a day that counts cannot be moved further back into the past');

-- Handing it in
select tests.act_as('driver2');
select lives_ok(format('insert into storage.objects (bucket_id, name) values (''users'', %L)', tests.id('driver2') || v.name), format('a driver uploads %s', v.name))
  from (values ('/inspection'), ('/inspection-1'), ('/badge-1')) v (name);
select throws_ok(format('insert into storage.objects (bucket_id, name) values (''users'', %L)', tests.id('driver2') || v.name), '42501', null, format('a driver cannot upload %s', v.name))
  from (values ('/inspections'), ('/inspection-'), ('/inspection-1/2'), ('/profileImage/2'), ('/profileImage/'), ('/profileImage//2'), ('/x/inspection-1'), ('/permit-1')) v (name);
select tests.as_owner(), tests.pass_files();
select is(tests.outcome('driver2', tests.hand_in('inspection', null)), 'document_invalid', 'a paper that ends on a day needs the day');
select is(tests.outcome('driver2', tests.hand_in('inspection', -1)), 'document_invalid', 'a paper that has ended is refused');
select is(tests.outcome('driver2', tests.hand_in('inspection')), 'done', 'a driver hands in the paper');
select is(tests.outcome('driver2', 'select public.set_driver_active(true)'), 'document_expired', 'a paper that waits for the office does not count');
select tests.verify('inspection');
select ok(not app.has_expired_document(tests.id('driver2')), 'an approved paper counts');
select is(tests.outcome('driver2', 'select public.set_driver_active(true)'), 'done', 'with the approved paper the driver goes on duty');
select tests.let('driver', 'select public.set_driver_active(false)');
select is(tests.outcome('driver', 'select public.set_driver_active(true)'), 'document_expired', 'another driver without the paper does not');
select tests.turn('101 days');
select ok(app.has_expired_document(tests.id('driver2')), 'a paper that has ended is missing again');

-- Without a last day, without a number
select is(tests.outcome('admin', $$ update public.paper_kinds set has_expiry = false, has_number = false where id = 'inspection' $$), 'done', 'an admin says that a kind has neither an end nor a number');
select ok(not app.has_expired_document(tests.id('driver2')), 'a paper of a kind without an end does not end');
select is((app.papers_of(tests.id('driver2'))).until, null, 'staff reads no end of such a paper');
select tests.let('driver2', tests.hand_in('inspection', 5));
select results_eq($$ select expires_on, number from public.driver_documents where kind = 'inspection' and status = 'pending' $$, $$ values (null::date, '') $$, 'what a driver claims of an end and a number is not stored');
select is(tests.outcome('admin', $$ update public.paper_kinds set has_expiry = true where id = 'inspection' $$), 'done', 'an admin says that a kind has an end after all');
select tests.verify('inspection');
select ok(not app.has_expired_document(tests.id('driver2')), 'a paper that was handed in without an end stays valid');

-- Switched off, and on again
select tests.let('admin', $$ update public.paper_kinds set active = false where id = 'inspection' $$);
select ok(not app.has_expired_document(tests.id('driver')), 'nobody lacks a paper whose kind is off');
select is(tests.outcome('admin', $$ update public.paper_kinds set active = true where id = 'inspection' $$), 'paper_too_soon', 'a kind that drivers needed before cannot be switched on with a day in the past');
select is((select count(*) from public.driver_documents where kind = 'inspection'), 2::bigint, 'what was handed in stays');
select throws_ok($$ delete from public.paper_kinds where id = 'inspection' $$, '23503', null, 'a kind with documents cannot be deleted');

-- The firm's names in notices
update public.languages set key_value_pairs = key_value_pairs || '{"firm.Taxi badge": "Taxiausweis"}' where lang_locale = 'de';
update public.profiles set lang_locale = 'de' where id = tests.id('driver2');
select tests.let('driver2', tests.hand_in('badge')), tests.verify('badge');
select is((select params from public.notices where key = 'document_verified' and user_id = tests.id('driver2') and params ->> 'kind' = 'badge'),
  '{"kind": "badge", "paper": "Taxiausweis", "reason": ""}', 'a notice names a kind of the firm in the driver''s language');

-- An application
select is((select count(*) from unnest(array['badge', 'license', 'profileImage', 'inspection', 'x/y', '.*', '']) k
  where app.is_paper_path(tests.id('driver2') || '/' || k || '-1')), 2::bigint, 'only the path of a kind that is on is that of a paper');
select * from finish();
