// Ctrl + Enter runs the query; one too long for an address is posted.
"use strict";

{
  const LONGEST = 6000;
  const box = document.getElementById("query");
  const form = box.form;

  form.addEventListener("submit", () => {
    form.method = encodeURIComponent(box.value).length > LONGEST ? "post" : "get";
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
}
